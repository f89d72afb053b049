/**
 * Names of symbols in PostgreSQL. Rows of a file are replaced when its digest changes, in the transaction that moves the
 * head. Terms of a symbol include its repository, so that one index answers for a few repositories of many.
 */
import type { NamedVersion } from "../store.js";
import {
  type FileNames,
  type FoundName,
  type FoundNames,
  NAME_MATCHES,
  type NameQuery,
  type SymbolName,
} from "../store-names.js";
import type { PostgresConnection, Query, Row } from "./connection.js";
import { findPackages, writePackages } from "./postgres-packages.js";

/** Rows of one statement. */
const ROWS_AT_ONCE = 5000;
/** Up to as many repositories are looked for in the index; beyond it most rows are of a repository that is wanted. */
const MOST_INDEXED = 100;
/** The last code point: ends the range of names with a common beginning. */
const AFTER_ALL = "\u{10ffff}";

const REPOSITORY_ID = `
  insert into sdl_named_repositories (repository) values ($1)
  on conflict (repository) do update set moved_at = clock_timestamp() returning id`;

const INSERT_FILES = `
  insert into sdl_name_files (repository, path, digest)
  select $1, path, decode(digest, 'hex') from unnest($2::text[], $3::text[]) file (path, digest)
  returning id, path`;

const INSERT_NAMES = `
  insert into sdl_names (file, repository, id, name, kind, line, exported, terms)
  select file, $1, decode(id, 'hex'), name, kind, line, exported, string_to_array(terms, ' ')
  from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bool[], $8::text[])
    row (file, id, name, kind, line, exported, terms)`;

/** Replaces the names of a repository. */
export async function writeNames(
  query: Query,
  repository: string,
  { names, packages }: Pick<NamedVersion, "names" | "packages">,
): Promise<void> {
  const { rows } = await query(REPOSITORY_ID, [repository]);
  const id = Number(rows[0]?.[0]);
  await writeFiles(query, id, names);
  await writePackages(query, id, packages);
}

/** Replaces the names of files whose digests differ, and removes those of files that are gone. */
async function writeFiles(query: Query, id: number, files: readonly FileNames[]): Promise<void> {
  const known = await query("select path, encode(digest, 'hex') from sdl_name_files where repository = $1", [id]);
  const digests = new Map(known.rows.map(([path, digest]) => [String(path), String(digest)]));
  const changed = files.filter(({ path, digest }) => digests.get(path) !== digest);
  const paths = new Set(files.map(({ path }) => path));
  const stale = [...changed.map(({ path }) => path), ...[...digests.keys()].filter((path) => !paths.has(path))];
  await query("delete from sdl_name_files where repository = $1 and path = any($2::text[])", [id, stale]);
  for (let at = 0; at < changed.length; at += ROWS_AT_ONCE)
    await insertFiles(query, id, changed.slice(at, at + ROWS_AT_ONCE));
}

async function insertFiles(query: Query, repository: number, files: readonly FileNames[]): Promise<void> {
  const columns = [files.map(({ path }) => path), files.map(({ digest }) => digest)];
  const { rows } = await query(INSERT_FILES, [repository, ...columns]);
  const ids = new Map(rows.map(([id, path]) => [String(path), String(id)]));
  const names = files.flatMap((file) => file.names().map((name) => ({ ...name, file: ids.get(file.path) })));
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE)
    await insertNames(query, repository, names.slice(at, at + ROWS_AT_ONCE));
}

type NameRow = SymbolName & { readonly file: string | undefined };

async function insertNames(query: Query, repository: number, rows: readonly NameRow[]): Promise<void> {
  const column = <T>(of: (row: NameRow) => T): T[] => rows.map(of);
  await query(INSERT_NAMES, [
    repository,
    column(({ file }) => file),
    column(({ id }) => id),
    column(({ name }) => name),
    column(({ kind }) => kind),
    column(({ line }) => line),
    column(({ exported }) => exported),
    column(({ terms }) => [...terms, repositoryTerm(repository)].join(" ")),
  ]);
}

/** No term of a symbol begins so: terms have letters and digits alone. */
function repositoryTerm(id: number): string {
  return `@${id}`;
}

/** Finds names, best match first, then shorter names; and packages. */
export async function searchNames(connection: PostgresConnection, wanted: NameQuery): Promise<FoundNames> {
  const ids = wanted.repositories && (await idsOf(connection, wanted.repositories));
  if (ids?.length === 0 || wanted.text.trim() === "") return { symbols: [], packages: [] };
  const [symbols, packages] = await Promise.all([
    findSymbols(connection, wanted, ids),
    findPackages(connection, wanted.packageKeys, ids),
  ]);
  return { symbols, packages };
}

async function findSymbols(
  connection: PostgresConnection,
  wanted: NameQuery,
  ids: readonly number[] | undefined,
): Promise<readonly FoundName[]> {
  const { text, values } = statement(wanted, ids);
  const { rows } = await connection.query(text, values);
  return rows.map(toFound);
}

async function idsOf(connection: PostgresConnection, repositories: readonly string[]): Promise<readonly number[]> {
  const text = "select id from sdl_named_repositories where repository = any($1::text[])";
  const { rows } = await connection.query(text, [repositories]);
  return rows.map(([id]) => Number(id));
}

function toFound([repository, movedAtMs, path, id, name, kind, line, exported, match]: Row): FoundName {
  return {
    ...{ repository: String(repository), movedAtMs: Number(movedAtMs), path: String(path) },
    ...{ id: String(id), name: String(name), kind: String(kind), line: Number(line), exported: exported === true },
    match: NAME_MATCHES[Number(match)] ?? "terms",
  };
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Whole names, beginnings and terms are looked for each by its own index; a symbol counts by its best match. */
function statement({ text, terms, kinds, limit }: NameQuery, ids: readonly number[] | undefined): Statement {
  const word = text.trim().toLowerCase();
  const values: unknown[] = [limit, word, `${word}${AFTER_ALL}`, terms, ids ?? null, kinds ?? null];
  const among = "and ($5::int[] is null or repository = any($5)) and ($6::text[] is null or kind = any($6))";
  const inIndex = ids !== undefined && ids.length <= MOST_INDEXED ? "and terms && $7" : "";
  if (inIndex !== "") values.push(ids?.map(repositoryTerm));
  const columns = "file, repository, id, name, kind, line, exported";
  const parts = [
    `(select ${columns}, 0 as match from sdl_names where lower(name) = $2 ${among} limit $1)`,
    `(select ${columns}, 1 as match from sdl_names where lower(name) > $2 and lower(name) < $3 ${among}
      order by lower(name) limit $1)`,
    `(select ${columns}, 2 as match from sdl_names
      where cardinality($4::text[]) > 0 and terms @> $4 ${inIndex} ${among} limit $1)`,
  ];
  return {
    text: `
      with found as (${parts.join(" union all ")}),
      best as (select distinct on (file, id) * from found order by file, id, match)
      select named.repository, floor(extract(epoch from moved_at) * 1000)::float8, path, encode(best.id, 'hex'), name, kind,
        line, exported, match
      from best join sdl_name_files files on files.id = best.file
        join sdl_named_repositories named on named.id = best.repository
      order by match, length(name), exported desc, name, named.repository, path, line limit $1`,
    values,
  };
}
