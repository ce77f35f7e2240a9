"""The names of all log events: constant, in the past tense. Facts go beside them as keys."""

from enum import StrEnum


class LogEvent(StrEnum):
    """What can happen here."""

    REQUEST_FINISHED = "request_finished"
    REQUEST_FAILED = "request_failed"
    SERVER_STARTED = "server_started"
    SERVER_STOPPED = "server_stopped"
    ASSETS_MISSING = "assets_missing"
    JUDGING_OPENED = "judging_opened"
    JUDGING_CLOSED = "judging_closed"
    DATABASE_UNAVAILABLE = "database_unavailable"
    KATA_REGISTERED = "kata_registered"
    KATA_REFUSED = "kata_refused"
    SUBMISSION_STORED = "submission_stored"
    SUBMISSION_JUDGED = "submission_judged"
    SUBMISSION_FAILED = "submission_failed"
    JUDGING_RETRIED = "judging_retried"
    JUDGE_CRASHED = "judge_crashed"
    RUN_LOST = "run_lost"
    LATE_RESULT_DROPPED = "late_result_dropped"
    WORKER_STUMBLED = "worker_stumbled"
