"""The first tables: katas and their versions, submissions, judgements, jobs and reveals."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString as String
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    _create_kata_version()
    _create_kata()
    _create_reveal()
    _create_submission()
    _create_job()
    _create_judgement()


def downgrade() -> None:
    """Take back. Indexes go with their tables."""
    op.drop_table("judgement")
    op.drop_table("job")
    op.drop_table("submission")
    op.drop_table("reveal")
    op.drop_table("kata")
    op.drop_table("kata_version")


def _create_kata_version() -> None:
    op.create_table(
        "kata_version",
        sa.Column("digest", String(length=64), nullable=False),
        sa.Column("slug", String(length=64), nullable=False),
        sa.Column("title", String(), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_kata_version")),
    )
    with op.batch_alter_table("kata_version") as batch_op:
        batch_op.create_index(batch_op.f("ix_kata_version_slug"), ["slug"], unique=False)


def _create_kata() -> None:
    op.create_table(
        "kata",
        sa.Column("slug", String(length=64), nullable=False),
        sa.Column("current_digest", String(length=64), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["current_digest"], ["kata_version.digest"], name=op.f("fk_kata_current_digest_kata_version")
        ),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_kata")),
    )


def _create_reveal() -> None:
    op.create_table(
        "reveal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visitor_hash", String(length=64), nullable=False),
        sa.Column("kata_slug", String(length=64), nullable=False),
        sa.Column("step", String(length=32), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["kata_slug"], ["kata.slug"], name=op.f("fk_reveal_kata_slug_kata")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reveal")),
        sa.UniqueConstraint(
            "visitor_hash", "kata_slug", "step", name=op.f("uq_reveal_visitor_hash_kata_slug_step")
        ),
    )


def _create_submission() -> None:
    op.create_table(
        "submission",
        sa.Column("id", String(length=64), nullable=False),
        sa.Column("kata_slug", String(length=64), nullable=False),
        sa.Column("kata_digest", String(length=64), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("explanation", sa.LargeBinary(), nullable=False),
        sa.Column(
            "scope", sa.Enum("public", "all", name="scope", native_enum=False, length=32), nullable=False
        ),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("visitor_hash", String(length=64), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "queued", "running", "judged", "failed", name="submissionstatus", native_enum=False, length=32
            ),
            nullable=False,
        ),
        sa.Column("run_no", sa.Integer(), nullable=False),
        sa.Column("failure", String(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("judged_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["kata_digest"], ["kata_version.digest"], name=op.f("fk_submission_kata_digest_kata_version")
        ),
        sa.ForeignKeyConstraint(["kata_slug"], ["kata.slug"], name=op.f("fk_submission_kata_slug_kata")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
    )
    with op.batch_alter_table("submission") as batch_op:
        batch_op.create_index(batch_op.f("ix_submission_visitor_hash"), ["visitor_hash"], unique=False)


def _create_job() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", String(length=64), nullable=False),
        sa.Column("request_no", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("queued", "running", "done", "lost", name="jobstate", native_enum=False, length=32),
            nullable=False,
        ),
        sa.Column("available_at", UTCDateTime(), nullable=False),
        sa.Column("worker_id", String(length=128), nullable=True),
        sa.Column("lease_until", UTCDateTime(), nullable=True),
        sa.Column("run_no", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lost_runs", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submission.id"], name=op.f("fk_job_submission_id_submission")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("submission_id", "request_no", name=op.f("uq_job_submission_id_request_no")),
    )
    with op.batch_alter_table("job") as batch_op:
        batch_op.create_index(
            batch_op.f("ix_job_state_available_at"), ["state", "available_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_job_state_lease_until"), ["state", "lease_until"], unique=False)


def _create_judgement() -> None:
    op.create_table(
        "judgement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", String(length=64), nullable=False),
        sa.Column("request_no", sa.Integer(), nullable=False),
        sa.Column("run_no", sa.Integer(), nullable=False),
        sa.Column(
            "verdict",
            sa.Enum(
                "accepted",
                "wrong_answer",
                "compile_error",
                "run_time_error",
                "time_limit_exceeded",
                "memory_limit_exceeded",
                "output_limit_exceeded",
                "judge_error",
                name="verdict",
                native_enum=False,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("interviewer_report", sa.Text(), nullable=False),
        sa.Column("candidate_report", sa.Text(), nullable=False),
        sa.Column("judge_version", String(), nullable=False),
        sa.Column("numpy_version", String(), nullable=False),
        sa.Column("kata_digest", String(length=64), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submission.id"], name=op.f("fk_judgement_submission_id_submission")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judgement")),
        sa.UniqueConstraint(
            "submission_id", "request_no", name=op.f("uq_judgement_submission_id_request_no")
        ),
    )
