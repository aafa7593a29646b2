"""What Alembic runs: the migrations, on the connection that ``ludograph.store.database`` gives."""

from __future__ import annotations

from alembic import context

from ludograph.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,  # the caller's transaction holds all of them
    render_as_batch=True,
)
context.run_migrations()
