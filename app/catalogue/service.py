"""Register katas from folders, list them, and load any version that was ever registered."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import col, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from app.catalogue.archive import pack, unpack
from app.core.clock import Clock, utc_now
from app.core.db import take_turns
from app.core.errors import NotFound
from app.core.ids import is_slug
from app.core.log_events import LogEvent
from app.core.logging import get_logger
from app.judge.errors import KataError
from app.judge.package import KataPackage, load_folder, parse_package
from app.models import Kata, KataVersion

_LOG = get_logger(__name__)
_CACHED_PACKAGES = 64
_REGISTERING = 7_246_013_552
"""The lock that services starting on one database queue for."""


@dataclass(frozen=True, slots=True)
class RefusedKata:
    """A folder that is no valid package, with every issue in words."""

    slug: str
    reason: str


class Catalogue:
    """The katas of this service."""

    def __init__(self, *, clock: Clock = utc_now) -> None:
        """Begin with an empty cache of parsed packages."""
        self._clock = clock
        self._packages: OrderedDict[str, KataPackage] = OrderedDict()
        self._newest: dict[str, str] = {}

    async def register_all(self, session: AsyncSession, folders: Sequence[Path]) -> list[RefusedKata]:
        """Register every package folder; unlist the katas that are not among them."""
        await take_turns(session, _REGISTERING)
        refused: list[RefusedKata] = []
        for folder in folders:
            try:
                package = load_folder(folder)
            except KataError as error:
                _LOG.error(LogEvent.KATA_REFUSED, kata=folder.name, reason=str(error))
                refused.append(RefusedKata(folder.name, str(error)))
                continue
            await self.register(session, package)
        gone = (
            update(Kata)
            .where(col(Kata.slug).not_in([folder.name for folder in folders]))
            .values(listed=False)
        )
        await session.exec(gone)
        return refused

    async def register(self, session: AsyncSession, package: KataPackage) -> None:
        """Keep this version for good and make it the one that new submissions are judged by."""
        now = self._clock()
        if await session.get(KataVersion, package.digest) is None:
            version = KataVersion(
                digest=package.digest,
                slug=package.slug,
                title=package.title,
                files=pack(package.files),
                created_at=now,
            )
            session.add(version)
            await session.flush()
            _LOG.info(LogEvent.KATA_REGISTERED, kata=package.slug, digest=package.digest)
        kata = await session.get(Kata, package.slug)
        if kata is None:
            session.add(Kata(slug=package.slug, current_digest=package.digest, listed=True, updated_at=now))
        elif kata.current_digest != package.digest or not kata.listed:
            kata.current_digest, kata.listed, kata.updated_at = package.digest, True, now
        await session.flush()
        self._keep(package)
        self._newest[package.slug] = package.digest

    async def list_current(self, session: AsyncSession) -> list[KataPackage]:
        """Give the current version of every listed kata, in the order of their slugs."""
        query = select(Kata).where(col(Kata.listed)).order_by(col(Kata.slug))
        katas: Iterable[Kata] = (await session.exec(query)).all()
        return [await self.load(session, kata.current_digest) for kata in katas]

    async def get_current(self, session: AsyncSession, slug: str) -> KataPackage:
        """Give the current version of one kata.

        Raises:
            NotFound: there is no such kata, or it is no longer on offer.
        """
        kata = await session.get(Kata, slug) if is_slug(slug) else None
        if kata is None or not kata.listed:
            raise NotFound("There is no kata of that name. The list of katas is at /.")
        return await self.load(session, kata.current_digest)

    def remembered(self, slug: str) -> KataPackage | None:
        """Give the version of a kata that this process registered last, without asking the database."""
        return self._packages.get(self._newest.get(slug, ""))

    async def load(self, session: AsyncSession, digest: str) -> KataPackage:
        """Give the version of that digest, which must have been registered."""
        if digest in self._packages:
            self._packages.move_to_end(digest)
            return self._packages[digest]
        version = await session.get_one(KataVersion, digest)
        package = parse_package(version.slug, unpack(version.files))
        self._keep(package)
        return package

    def _keep(self, package: KataPackage) -> None:
        self._packages[package.digest] = package
        self._packages.move_to_end(package.digest)
        while len(self._packages) > _CACHED_PACKAGES:
            self._packages.popitem(last=False)
