"""The files of docs/deploy with the programs that they are for, where these are installed: nginx and Caddy with TLS in
front of two workers on one PostgreSQL, and systemd's own look at the units."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from clients import API, Client, bearer
from postgres_server import postgres_server
from processes import server_process
from servers import quick_place
from test_crash import settled

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
NAME = "games.example.org"
OWNER = "the-owner-of-this-server"
STRANGER = "127.0.0.2"


@pytest.fixture(scope="module")
def workers() -> Iterator[list[str]]:
    """The addresses of two workers with the settings of ludograph.env."""
    lines = (DEPLOY / "ludograph.env").read_text().splitlines()
    settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    with postgres_server() as postgres, quick_place() as folder, ExitStack() as stack:
        settings |= {"LUDOGRAPH_DATABASE": postgres.url, "LUDOGRAPH_OWNER_TOKEN": OWNER}
        started = [stack.enter_context(server_process(folder, **settings)) for _ in range(2)]
        yield [server.address.removeprefix("http://") for server in started]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    key, made = folder / "privkey.pem", folder / "fullchain.pem"
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(key)]
    subprocess.run([*command, "-out", str(made), *subject], check=True, capture_output=True)
    return made, key


def nginx(folder: Path, port: int, workers: list[str], certificate: Path, key: Path) -> list[str]:
    """As it stands, but for ports and files."""
    text = (DEPLOY / "nginx.conf").read_text()
    for number, worker in enumerate(workers, 1):
        text = text.replace(f"127.0.0.1:800{number}", worker)
    text = re.sub(r"listen (\[::\]:)?443", f"listen 127.0.0.1:{port}", re.sub(r"\n *listen \[::\].*", "", text))
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = re.sub(r"/etc/letsencrypt\S+fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt\S+privkey.pem", str(key), text)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    logs = f"user root;\nerror_log {folder}/error.log;\npid {folder}/pid;\n"
    (folder / "nginx.conf").write_text(f"{logs}events {{}}\nhttp {{\naccess_log off;\n{paths}{text}\n}}\n")
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", f"{folder}/error.log", "-g", "daemon off;"]


def caddy(folder: Path, port: int, workers: list[str], certificate: Path, key: Path) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text()
    for number, worker in enumerate(workers, 1):
        text = text.replace(f"127.0.0.1:800{number}", worker)
    text = text.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}")
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@pytest.mark.long
@pytest.mark.parametrize("proxy", [nginx, caddy])
async def test_behind_a_proxy_with_tls(request: pytest.FixtureRequest, proxy: Any) -> None:
    if not shutil.which(proxy.__name__):
        pytest.skip(f"LOUD: {proxy.__name__} is not installed, and its configuration not tried")
    workers = request.getfixturevalue("workers")
    with quick_place() as folder:
        for worker in workers:
            await settled(f"http://{worker}")
        made, key = certificate(folder)
        port = free_port()
        log = (folder / "log").open("w")
        running = subprocess.Popen(proxy(folder, port, workers, made, key), stdout=log, stderr=log)
        try:
            # As nginx is set up, a port isn't part of the name; a real one has none in it anyway.
            await played(port, made, workers, f"https://{NAME}{f':{port}' if proxy is caddy else ''}")
        finally:
            running.terminate()
            running.wait()
            log.close()


async def played(port: int, made: Path, workers: list[str], origin: str) -> None:
    """The page, the API, a match over WebSockets, and whose address the workers see."""
    trust = ssl.create_default_context(cafile=str(made))
    transport = Named(verify=trust, local_address=STRANGER)
    headers = {"Host": NAME, "X-Forwarded-For": "198.51.100.7"}  # which somebody has made up
    address = f"https://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, transport=transport, headers=headers, timeout=60) as http:
        async with asyncio.timeout(60):
            while not await answers(http):
                await asyncio.sleep(0.1)
        page = await http.get("/")
        assert ('<h1 class="home">Ludograph' in page.text, page.headers["x-frame-options"]) == (True, "DENY")
        assert (await http.get(f"{API}/metrics", headers=bearer(OWNER))).status_code == 404
        client = Client(http, f"https://{NAME}:{port}")
        assert (await client.post("/game-files", {"text": 300_000 * "x"})).status_code == 200
        playing = await client.begin("hanoi?disks=2")
        local = {"host": "127.0.0.1", "port": port, "ssl": trust, "local_addr": (STRANGER, 0)}
        here = playing.live(0, **local, origin=origin)
        async with here as one, playing.live(**local) as two, playing.live(**local) as three:
            for ply in range(4):
                await one.say(type="move", id=str(ply), move=("A-B", "B-A")[ply % 2], ply=ply)
            for socket_ in (one, two, three):
                heard = [await socket_.hear_until("event") for _ in range(4)]
                assert [messages[-1]["version"] for messages in heard] == [1, 2, 3, 4]
            await seen_by_both(workers)
        refused = await client.post("/matches", {"game": "hanoi"}, headers={"Origin": "https://elsewhere.example"})
        assert refused.status_code == 403


class Named(httpx.AsyncHTTPTransport):
    """Goes to an address, and asks for the server by its name."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        return await super().handle_async_request(request)


async def answers(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get(f"{API}/ready")).status_code == 200
    except httpx.TransportError:
        return False


async def seen_by_both(workers: list[str]) -> None:
    """Both have had something to do, and have seen the stranger: neither the proxy nor what was made up."""
    for worker in workers:
        async with httpx.AsyncClient(base_url=f"http://{worker}") as http:
            report = (await http.get(f"{API}/owner", headers=bearer(OWNER))).json()
        guests = {guest["address"] for guest in report["guests"]}
        assert STRANGER in guests
        assert "198.51.100.7" not in guests
        assert report["watchers"] >= 1


def test_the_units_are_understood(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("LOUD: systemd-analyze is not installed, and the units not looked at")
    for file in DEPLOY.glob("ludograph*.*"):
        text = file.read_text().replace("/opt/ludograph/bin/ludograph", "/bin/true")
        (tmp_path / file.name).write_text(text)
    units = [str(file) for file in tmp_path.iterdir() if file.suffix in (".service", ".timer")]
    units = [unit.replace("@.", "@8001.") for unit in units]
    (tmp_path / "ludograph@8001.service").write_text((tmp_path / "ludograph@.service").read_text())
    looked = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    assert (looked.returncode, looked.stderr) == (0, "")
