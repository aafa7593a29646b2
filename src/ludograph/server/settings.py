"""All settings, each with a default that is safe and needs nothing; ``LUDOGRAPH_…`` in the environment changes them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Names = Annotated[list[str], NoDecode]
KIB = 1024
LISTS = ("allowed_hosts", "allowed_origins", "address_limits", "token_limits", "costly_limits")


class Settings(BaseSettings):
    """Lists are written with commas: ``LUDOGRAPH_ALLOWED_HOSTS=games.example.org,localhost``."""

    model_config = SettingsConfigDict(env_prefix="LUDOGRAPH_", extra="ignore")

    host: str = Field(default="127.0.0.1", description="the address to listen at")
    port: int = Field(default=8000, ge=0, le=65535, description="the port to listen at; 0: any that is free")
    database: SecretStr | None = Field(
        default=None, description="sqlite:///FILE or postgresql://…; when left out, SQLite in the user's data folder"
    )
    allowed_hosts: Names = Field(
        default=["localhost"], description="names under which the server may be called, beside addresses in figures"
    )
    allowed_origins: Names = Field(
        default=[], description="other origins whose pages may play, such as https://a.example"
    )
    behind_proxy: bool = Field(default=False, description="believe X-Forwarded-For, which a proxy in front must set")

    body_limit: int = Field(default=64 * KIB, ge=KIB, description="bytes of a request's body")
    frame_limit: int = Field(default=8 * KIB, ge=KIB, description="bytes of a message over a WebSocket")
    queue_limit: int = Field(default=64, ge=4, description="messages that wait for a slow reader before it is cut off")
    sockets_per_address: int = Field(default=600, ge=1, description="open WebSockets of one address")
    join_seconds: float = Field(default=10.0, gt=0, description="a WebSocket that hasn't joined by then is closed")

    address_limits: Names = Field(default=["200/second", "6000/minute"], description="requests of one address")
    token_limits: Names = Field(default=["30/second", "600/minute"], description="changes by one token")
    costly_limits: Names = Field(
        default=["5/second", "60/minute"], description="new matches, uploads, analyses and solves of one address"
    )

    rule_threads: int = Field(default=2, ge=1, le=64, description="threads that apply rules")
    program_threads: int = Field(default=2, ge=1, le=64, description="programs that may think at the same time")
    most_waiting: int = Field(default=32, ge=1, description="analyses that may wait for their turn to think")
    think_seconds: float = Field(default=10.0, gt=0, description="the most that a program may think about one move")
    kept_players: int = Field(
        default=16, ge=1, le=1000, description="programs that are kept with what they have learned between their turns"
    )
    player_mib: int = Field(
        default=32, ge=1, le=1024, description="MiB that one program may remember, rounded down to a power of two"
    )
    solved_at_once: int = Field(
        default=2_000_000, ge=0, description="puzzles with at most so many positions are solved when somebody asks"
    )
    most_solves: int = Field(default=20, ge=1, description="solves that may wait in the queue")
    most_uploads: int = Field(default=2_000, ge=0, description="maps and files that are kept")
    most_matches_cached: int = Field(default=256, ge=1, description="matches that are kept in memory")
    most_plies: int = Field(default=5_000, ge=1, description="moves of one match")

    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$", description="how much is logged")
    log_json: bool = Field(default=False, description="log lines as JSON")

    @field_validator(
        "allowed_hosts", "allowed_origins", "address_limits", "token_limits", "costly_limits", mode="before"
    )
    @classmethod
    def _split(cls, value: object) -> object:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator(*LISTS[2:])
    @classmethod
    def _check_limits(cls, value: list[str]) -> list[str]:
        from limits import parse_many

        for text in value:
            parse_many(text)
        return value

    @property
    def table_words(self) -> int:
        """What a program may remember, in words of eight bytes: a power of two."""
        words: int = self.player_mib * KIB * KIB // 8
        return 1 << (words.bit_length() - 1)

    @property
    def database_url(self) -> str:
        from ludograph.store.database import usual_url

        return self.database.get_secret_value() if self.database else usual_url()

    def lines(self) -> list[str]:
        """The settings for people, secrets masked."""
        from sqlalchemy.engine import make_url

        values = self.model_dump()
        values["database"] = make_url(self.database_url).render_as_string(hide_password=True)
        return [
            f"LUDOGRAPH_{name.upper()}={','.join(value) if isinstance(value, list) else value}"
            f"  # {type(self).model_fields[name].description}"
            for name, value in values.items()
        ]
