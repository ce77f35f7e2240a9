"""Settings: defaults, database addresses, and refusals that name the setting."""

import pytest

from app.core.errors import SettingsError
from app.core.settings import Settings, load_settings


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"KATA_{name.upper()}", raising=False)


class TestDatabaseAddress:
    def test_the_default_is_a_file_in_the_data_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KATA_DATA_DIR", "/some/where")
        url = load_settings().url
        assert url.drivername == "sqlite+aiosqlite"
        assert url.database == "/some/where/rightshape.sqlite3"

    @pytest.mark.parametrize("name", ["postgres", "postgresql", "postgresql+psycopg"])
    def test_postgresql_has_three_names(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        monkeypatch.setenv("KATA_DATABASE_URL", f"{name}://me:pw@host:5433/kata?sslmode=require")
        url = load_settings().url
        assert url.drivername == "postgresql+psycopg"
        assert (url.host, url.port, url.database, url.query["sslmode"]) == ("host", 5433, "kata", "require")

    def test_a_sqlite_file_may_be_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KATA_DATABASE_URL", "sqlite:////tmp/x.sqlite3")
        assert load_settings().url.drivername == "sqlite+aiosqlite"

    @pytest.mark.parametrize(
        "text",
        [
            *("mysql://host/x", "nonsense", "sqlite://", "://", "postgresql+asyncpg://h/x"),
            *("sqlite:///:memory:", "sqlite:///file::memory:", "sqlite:///x?mode=memory"),
            *("postgresql://host:port/x", "postgresql://host:99999/x", "postgresql://host:0/x"),
        ],
    )
    def test_others_are_refused(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("KATA_DATABASE_URL", text)
        with pytest.raises(SettingsError, match="KATA_DATABASE_URL"):
            load_settings()


class TestLoadSettings:
    def test_arguments_win_over_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KATA_PORT", "1234")
        assert load_settings().port == 1234
        assert load_settings(port=99).port == 99
        assert load_settings(host="::1").host == "::1"

    def test_every_wrong_setting_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KATA_PORT", "eighty")
        monkeypatch.setenv("KATA_WORKERS", "-1")
        with pytest.raises(SettingsError) as told:
            load_settings()
        assert "KATA_PORT is 'eighty': must be a whole number from 0 to 65535" in str(told.value)
        assert "KATA_WORKERS is '-1': must be a whole number from 1 to 256" in str(told.value)

    def test_the_choices_of_a_setting_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KATA_LOG_FORMAT", "loud")
        monkeypatch.setenv("KATA_FEEDBACK", "all")
        monkeypatch.setenv("KATA_MAX_QUEUED", "0")
        with pytest.raises(SettingsError) as told:
            load_settings()
        assert "KATA_LOG_FORMAT is 'loud': must be one of auto, columns, json" in str(told.value)
        assert "KATA_FEEDBACK is 'all': must be one of verdict, checks, diagnosis" in str(told.value)
        assert "KATA_MAX_QUEUED is '0': must be a whole number from 1 up" in str(told.value)

    @pytest.mark.parametrize("name", ["DATA_DIR", "CACHE_DIR", "PORT", "HOST", "DATABASE_URL"])
    def test_an_empty_one_counts_as_not_set(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        default = load_settings()
        monkeypatch.setenv(f"KATA_{name}", "")
        assert load_settings() == default

    @pytest.mark.parametrize("text", ["kata.example.org", "ftp://x", "https://", "https://x/path"])
    def test_an_origin_is_scheme_and_host(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("KATA_ALLOWED_ORIGINS", text)
        with pytest.raises(SettingsError, match="KATA_ALLOWED_ORIGINS"):
            load_settings()

    def test_origins_are_split_at_spaces(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KATA_ALLOWED_ORIGINS", "https://A.example http://b.example:8000")
        assert load_settings().origins == {"https://a.example", "http://b.example:8000"}

    @pytest.mark.parametrize("text", ["https://kata.example.org", "kata.example.org:80", "::1", "a/b"])
    def test_a_host_is_a_name_alone(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("KATA_ALLOWED_HOSTS", text)
        with pytest.raises(SettingsError, match="KATA_ALLOWED_HOSTS"):
            load_settings()
        monkeypatch.setenv("KATA_ALLOWED_HOSTS", "Kata.example.org [::1]")
        assert load_settings().hosts == {"kata.example.org", "[::1]"}

    @pytest.mark.parametrize("token", ["short", "fifteen-letters", "with a space in it", "sixteen-and-ключ"])
    def test_a_weak_operator_token_is_refused_untold(
        self, monkeypatch: pytest.MonkeyPatch, token: str
    ) -> None:
        monkeypatch.setenv("KATA_OPERATOR_TOKEN", token)
        with pytest.raises(SettingsError, match="KATA_OPERATOR_TOKEN must have at least 16") as told:
            load_settings()
        assert token not in str(told.value)

    def test_the_operator_token_is_in_no_picture_of_the_settings(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KATA_OPERATOR_TOKEN", "sixteen-letters!")
        settings = load_settings()
        assert settings.operator_token.get_secret_value() == "sixteen-letters!"
        assert "sixteen" not in f"{settings} {settings!r} {settings.model_dump_json()}"
