/** Tables of a store, and how they came to be: version n is made from version n - 1 by the n-th migration. */
import { RemoteError } from "../errors.js";
import type { PostgresConnection } from "./connection.js";
import { isTableMissing } from "./postgres-errors.js";

/** Never changed once released; a new version is a new entry. */
const MIGRATIONS: readonly string[] = [
  `
  create table sdl_pages (
    id bytea primary key,
    bytes bytea not null,
    put_at timestamptz not null default clock_timestamp(),
    damaged boolean not null default false
  );
  -- Pages are compressed already.
  alter table sdl_pages alter column bytes set storage external;
  create table sdl_heads (
    repository text collate "C",
    name text collate "C",
    manifest bytea not null,
    moved_at timestamptz not null default clock_timestamp(),
    primary key (repository, name)
  );
  -- Where heads were; readers may still be reading those versions.
  create table sdl_replaced_heads (
    manifest bytea not null,
    replaced_at timestamptz not null default clock_timestamp()
  );
  create index sdl_replaced_heads_time on sdl_replaced_heads (replaced_at);
  `,
  `
  -- Repositories whose names are here, and when they came.
  create table sdl_named_repositories (
    id integer generated always as identity primary key,
    repository text collate "C" not null unique,
    moved_at timestamptz not null default clock_timestamp()
  );
  create table sdl_name_files (
    id bigint generated always as identity primary key,
    repository integer not null references sdl_named_repositories on delete cascade,
    path text collate "C" not null,
    digest bytea not null,
    unique (repository, path)
  );
  create table sdl_names (
    file bigint not null references sdl_name_files on delete cascade,
    repository integer not null,
    line integer not null,
    id bytea not null,
    exported boolean not null,
    kind text collate "C" not null,
    name text collate "C" not null,
    terms text[] collate "C" not null
  );
  create index sdl_names_file on sdl_names (file);
  create index sdl_names_name on sdl_names (lower(name), repository);
  create index sdl_names_terms on sdl_names using gin (terms);
  `,
  `
  -- Packages that the repositories provide, or depend on.
  create table sdl_packages (
    key text collate "C" not null,
    repository integer not null references sdl_named_repositories on delete cascade,
    is_provided boolean not null,
    name text collate "C" not null,
    path text collate "C" not null,
    primary key (key, repository)
  );
  create index sdl_packages_repository on sdl_packages (repository);
  `,
];

/** The version that this program reads and writes. */
const SCHEMA_VERSION = MIGRATIONS.length;

/** Two of SDL's own numbers; other programs may lock as well. */
const MIGRATION_LOCK = "select pg_advisory_xact_lock(5457988, 1)";

/** How long a server is waited for that cannot be reached at the start. */
const OPEN_RETRY_MS = 3000;

/**
 * Checks that the tables are of this program's version; makes or upgrades them if wanted.
 * @throws {RemoteError} `remote_not_found`, `remote_too_old`, `remote_too_new`, and those of a connection
 */
export async function openSchema(connection: PostgresConnection, isCreating: boolean): Promise<void> {
  const version = await readVersion(connection);
  const { place } = connection;
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) throw tooNew(place, version);
  if (isCreating) return upgrade(connection);
  if (version === 0) {
    const message = `${place} holds no store of pages: name the database of one, or create it with \`sdl remote add\``;
    throw new RemoteError("remote_not_found", message);
  }
  const message = `${place} has schema ${version}, this program needs ${SCHEMA_VERSION}: run \`sdl remote add\` with`;
  throw new RemoteError("remote_too_old", `${message} this program to upgrade it, which locks out older programs`);
}

/** 0: there are no tables. */
async function readVersion(connection: PostgresConnection): Promise<number> {
  return connection.repeat(async () => {
    try {
      const { rows } = await connection.queryOnce("select max(version) from sdl_schema");
      return Number(rows[0]?.[0] ?? 0);
    } catch (error) {
      if (isTableMissing(error)) return 0;
      throw error;
    }
  }, OPEN_RETRY_MS);
}

/** One transaction: it is made whole or not at all, and others that upgrade wait for its end. */
async function upgrade(connection: PostgresConnection): Promise<void> {
  await connection.transaction(async (query) => {
    await query(MIGRATION_LOCK);
    await query("create table if not exists sdl_schema (version integer not null)");
    const { rows } = await query("select max(version) from sdl_schema");
    const version = Number(rows[0]?.[0] ?? 0);
    if (version > SCHEMA_VERSION) throw tooNew(connection.place, version);
    for (const migration of MIGRATIONS.slice(version)) await query(migration);
    if (version === SCHEMA_VERSION) return;
    await query("delete from sdl_schema");
    await query("insert into sdl_schema (version) values ($1)", [SCHEMA_VERSION]);
  });
}

function tooNew(place: string, version: number): RemoteError {
  const message = `${place} has schema ${version}, this program knows ${SCHEMA_VERSION}: update this program`;
  return new RemoteError("remote_too_new", message);
}
