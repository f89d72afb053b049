/** Packages of repositories in PostgreSQL: a few rows for each repository, written in the transaction that moves its head. */
import { type FoundPackage, MAX_PACKAGES, type PackageName } from "../store-names.js";
import type { PostgresConnection, Query } from "./connection.js";

const REMOVE = `
  delete from sdl_packages where repository = $1 and (key, is_provided, name, path) not in (
    select * from unnest($2::text[], $3::bool[], $4::text[], $5::text[]))`;
const INSERT = `
  insert into sdl_packages (repository, key, is_provided, name, path)
  select $1, * from unnest($2::text[], $3::bool[], $4::text[], $5::text[]) on conflict do nothing`;

/** Replaces the packages of a repository; rows that stay as they are are not touched. @param packages a key at most once */
export async function writePackages(query: Query, repository: number, packages: readonly PackageName[]): Promise<void> {
  const columns = [
    packages.map(({ key }) => key),
    packages.map(({ isProvided }) => isProvided),
    packages.map(({ name }) => name),
    packages.map(({ path }) => path),
  ];
  await query(REMOVE, [repository, ...columns]);
  await query(INSERT, [repository, ...columns]);
}

const FIND = (isProvided: boolean) => `
  (select repository, is_provided, name, path from sdl_packages
    where key = any($1::text[]) and is_provided = ${isProvided} and ($2::int[] is null or repository = any($2))
    order by repository limit ${MAX_PACKAGES})`;
const SEARCH = `
  with found as (${FIND(true)} union all ${FIND(false)})
  select named.repository, floor(extract(epoch from moved_at) * 1000)::float8, name, is_provided, path
  from found join sdl_named_repositories named on named.id = found.repository
  order by is_provided desc, named.repository, name`;

/** Finds packages by their keys. @param repositories ids of the only ones to search */
export async function findPackages(
  connection: PostgresConnection,
  keys: readonly string[],
  repositories: readonly number[] | undefined,
): Promise<readonly FoundPackage[]> {
  if (keys.length === 0) return [];
  const { rows } = await connection.query(SEARCH, [keys, repositories ?? null]);
  return rows.map(([repository, movedAtMs, name, isProvided, path]) => ({
    ...{ repository: String(repository), movedAtMs: Number(movedAtMs) },
    ...{ name: String(name), isProvided: isProvided === true, path: String(path) },
  }));
}
