"""All settings, each with a default that is safe and needs nothing; ``LUDOGRAPH_…`` in the environment changes them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Names = Annotated[list[str], NoDecode]
KIB = 1024
HOSTS = ("allowed_hosts", "allowed_origins", "trusted_proxies")
RATES = ("address_limits", "token_limits", "costly_limits", "chat_limits")


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
    trusted_proxies: Names = Field(
        default=["127.0.0.1", "::1"],
        description="addresses or networks of such proxies: the last hop that is none of them counts",
    )

    body_limit: int = Field(default=64 * KIB, ge=KIB, description="bytes of a request's body")
    file_limit: int = Field(default=KIB * KIB, ge=KIB, description="bytes of a request with a file of games")
    frame_limit: int = Field(default=8 * KIB, ge=KIB, description="bytes of a message over a WebSocket")
    queue_limit: int = Field(default=64, ge=4, description="messages that wait for a slow reader before it is cut off")
    bodies_limit: int = Field(default=64 * KIB * KIB, ge=KIB, description="bytes of all bodies that are read just now")
    most_connections: int = Field(default=1000, ge=1, description="open connections, as far as the system allows")
    connections_per_address: int = Field(
        default=300, ge=1, description="open connections of one address; behind a proxy it is for that to count them"
    )
    sockets_per_address: int = Field(default=300, ge=1, description="open WebSockets of one address")
    watchers_per_match: int = Field(default=200, ge=1, description="WebSockets that watch one match without a seat")
    header_seconds: float = Field(default=10.0, gt=0, description="a request that has begun has to come until then")
    body_seconds: float = Field(default=30.0, gt=0, description="and its body until then")
    idle_seconds: int = Field(
        default=75,
        ge=1,
        description="a connection without a request is closed after that; later than proxies close theirs (60), "
        "lest one send a move while we close",
    )
    unread_seconds: float = Field(default=30.0, gt=0, description="who reads none of an answer for so long is cut off")
    join_seconds: float = Field(default=10.0, gt=0, description="a WebSocket that hasn't joined by then is closed")

    address_limits: Names = Field(default=["200/second", "6000/minute"], description="requests of one address")
    token_limits: Names = Field(default=["30/second", "600/minute"], description="changes by one token")
    costly_limits: Names = Field(
        default=["5/second", "60/minute"], description="new matches, uploads, analyses and solves of one address"
    )

    chat_limits: Names = Field(default=["2/second", "20/minute"], description="lines of chat of one address")

    lobby: bool = Field(default=True, description="seats may wait for anybody, in a list that everybody sees")
    lobby_per_guest: int = Field(default=5, ge=1, description="matches of one guest that wait there")
    chat: bool = Field(default=True, description="players of a match who sit apart may write to each other")
    chat_kept: int = Field(default=200, ge=1, le=10_000, description="lines of chat that are kept of one match")
    ratings: bool = Field(default=True, description="who wants to may play for a rating")
    most_reports: int = Field(default=1000, ge=0, description="reports about players that are kept for the owner")
    reports_per_guest: int = Field(default=10, ge=0, description="of them, those of one guest")

    games_at_start: bool = Field(
        default=True, description="all games are read when the server starts, so that nobody has to wait for their list"
    )
    rule_threads: int = Field(
        default=1,
        ge=1,
        le=64,
        description="threads that answer questions about positions; moves have one of their own, which has to share "
        "Python's interpreter with them, so that more answer nothing sooner and let moves wait",
    )
    patience_seconds: float = Field(
        default=2.0, gt=0, description="while other guests wait, programs think only so long that all get their turn"
    )
    waiting_per_guest: int = Field(default=64, ge=1, description="what one guest has asked for and still waits")
    program_threads: int = Field(default=2, ge=1, le=64, description="programs that may think at the same time")
    think_seconds: float = Field(default=10.0, gt=0, description="the most that a program may think about one move")
    kept_players: int = Field(
        default=16, ge=1, le=1000, description="programs that are kept with what they have learned between their turns"
    )
    player_mib: int = Field(
        default=32, ge=1, le=1024, description="MiB that one program may remember, rounded down to a power of two"
    )
    module_limit: int = Field(
        default=2 * KIB * KIB, ge=0, description="bytes of a game that a page may run by itself; 0: none may"
    )
    solved_at_once: int = Field(
        default=2_000_000, ge=0, description="puzzles with at most so many positions are solved when somebody asks"
    )
    most_solves: int = Field(default=20, ge=1, description="solves that may wait in the queue")
    most_uploads: int = Field(default=2_000, ge=0, description="maps and files that are kept")
    most_matches_cached: int = Field(default=256, ge=1, description="matches that are kept in memory")
    most_plies: int = Field(default=5_000, ge=1, description="moves of one match")
    most_changes: int = Field(
        default=20_000,
        ge=1,
        description="all changes of one match, offers and moves that were taken back, too",
    )
    solves_per_guest: int = Field(default=3, ge=1, description="solves of one guest that may wait in the queue")
    uploads_per_guest: int = Field(default=200, ge=0, description="maps and files of one guest that are kept")

    owner_token: SecretStr | None = Field(
        default=None,
        min_length=20,
        description="who shows it sees /owner and /metrics, bans addresses, deletes matches",
    )
    match_days: float = Field(
        default=0, ge=0, description="matches in which nothing happens for so many days are deleted; 0: never"
    )
    upload_days: float = Field(
        default=0, ge=0, description="maps and files that are so old and that no match needs are deleted; 0: never"
    )
    solve_days: float = Field(
        default=0, ge=0, description="orders of solves that are over and so old are deleted; 0: never"
    )

    report_days: float = Field(default=90, ge=0, description="reports that are so old are deleted; 0: never")
    rating_days: float = Field(
        default=0, ge=0, description="ratings of those who haven't played for so many days are deleted; 0: never"
    )

    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$", description="how much is logged")
    log_json: bool = Field(default=False, description="log lines as JSON")

    @field_validator(*HOSTS, *RATES, mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator(*RATES)
    @classmethod
    def _check_limits(cls, value: list[str]) -> list[str]:
        from limits import parse_many

        for text in value:
            parse_many(text)
        return value

    def is_owner(self, token: str | None) -> bool:
        """Whether a token is that of the server's owner; nobody's is, if there is none."""
        from ludograph.server.secrets import fits, hash_of

        return bool(token and self.owner_token and fits(token, hash_of(self.owner_token.get_secret_value())))

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
