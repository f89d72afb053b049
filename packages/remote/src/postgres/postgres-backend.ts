/**
 * A store in PostgreSQL. Every operation is one statement, so nothing is half done, and no lock outlives it. Rows are
 * locked in the order of ids, so that pushers and collectors do not wait for each other in a circle.
 */
import type { Backend, RemovedPages, StoredPage } from "../backend.js";
import type { Head, NamedVersion, PageId } from "../store.js";
import type { FoundNames, NameQuery } from "../store-names.js";
import { type PostgresConnection, type Query, RETRY_MS, type Row } from "./connection.js";
import { isConnectionLost } from "./postgres-errors.js";
import { searchNames, writeNames } from "./postgres-names.js";

/** Old pages that one statement lists or removes. */
const REMOVED_AT_ONCE = 1000;

const TO_TIME = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;
const HEAD_COLUMNS = "name, manifest, floor(extract(epoch from moved_at) * 1000)::float8";

const REFRESH = `
  with found as (select id from sdl_pages where id = any($1::bytea[]) and not damaged order by id for update)
  update sdl_pages page set put_at = clock_timestamp() from found where page.id = found.id returning page.id`;

const LIST_OLD = `
  select id from sdl_pages where id > $1 and put_at < ${TO_TIME("$2")} order by id limit ${REMOVED_AT_ONCE}`;

/** A pusher that finds a page meanwhile has it locked or changed: the time is looked at again after the wait. */
const REMOVE = `
  with old as (
    select id from sdl_pages where id = any($1::bytea[]) and put_at < ${TO_TIME("$2")} order by id for update
  )
  delete from sdl_pages page using old where page.id = old.id returning octet_length(page.bytes)`;

/** What a swap does; each statement returns a row if the head was where it was expected. */
const CREATE_HEAD = `
  insert into sdl_heads (repository, name, manifest) values ($1, $2, $3) on conflict do nothing returning name`;
const REPLACED = "insert into sdl_replaced_heads (manifest) select $3 from moved returning manifest";
const MOVE_HEAD = `
  with moved as (
    update sdl_heads set manifest = $4, moved_at = clock_timestamp()
    where repository = $1 and name = $2 and manifest = $3 returning name
  ) ${REPLACED}`;
const REMOVE_HEAD = `
  with moved as (delete from sdl_heads where repository = $1 and name = $2 and manifest = $3 returning name)
  ${REPLACED}`;

interface Swap {
  readonly repository: string;
  readonly name: string;
  readonly expected: PageId | undefined;
  readonly manifest: PageId | undefined;
}

/** Tables of a store. */
export class PostgresBackend implements Backend {
  readonly place: string;

  constructor(private readonly connection: PostgresConnection) {
    this.place = connection.place;
  }

  async refreshPages(ids: readonly PageId[]): Promise<ReadonlySet<PageId>> {
    const { rows } = await this.connection.query(REFRESH, [ids.map(toBytes)]);
    return new Set(rows.map(([id]) => toId(id)));
  }

  async writePages(pages: readonly StoredPage[]): Promise<void> {
    const sorted = [...pages].sort((a, b) => (a.id < b.id ? -1 : 1));
    // One parameter for each value: an array of bytes would travel as text, which is twice as long.
    const places = sorted.map((_, i) => `($${2 * i + 1}::bytea, $${2 * i + 2}::bytea)`);
    const text = `insert into sdl_pages (id, bytes) values ${places.join(", ")} on conflict (id) do update
      set bytes = excluded.bytes, put_at = clock_timestamp(), damaged = false`;
    await this.connection.query(
      text,
      sorted.flatMap(({ id, stored }) => [toBytes(id), stored]),
    );
  }

  async readStored(ids: readonly PageId[]): Promise<Map<PageId, Uint8Array>> {
    const text = "select id, bytes from sdl_pages where id = any($1::bytea[])";
    const { rows } = await this.connection.query(text, [ids.map(toBytes)]);
    return new Map(rows.map(([id, bytes]) => [toId(id), bytes as Uint8Array]));
  }

  async markDamaged(id: PageId): Promise<void> {
    const text = "update sdl_pages set damaged = true where id = $1";
    // The mark is a hint for the next pusher; who may only read cannot leave it.
    await this.connection.query(text, [toBytes(id)]).catch(() => undefined);
  }

  async readHead(repository: string, name: string): Promise<Head | undefined> {
    const text = `select ${HEAD_COLUMNS} from sdl_heads where repository = $1 and name = $2`;
    const { rows } = await this.connection.query(text, [repository, name]);
    return rows.map(toHead)[0];
  }

  async listHeads(repository: string, prefix: string): Promise<Head[]> {
    const text = `select ${HEAD_COLUMNS} from sdl_heads where repository = $1 and starts_with(name, $2)`;
    const { rows } = await this.connection.query(text, [repository, prefix]);
    return rows.map(toHead);
  }

  /**
   * A swap whose answer was lost may have taken effect, or may still do so. It is tried again, of which one attempt can
   * succeed; if none seems to, the head itself says whether one did.
   */
  async swapHead(
    repository: string,
    name: string,
    expected: PageId | undefined,
    next: PageId | NamedVersion | undefined,
  ): Promise<boolean> {
    const named = typeof next === "object" ? next : undefined;
    const manifest = typeof next === "object" ? next.manifest : next;
    let isUncertain = false;
    const isThere = async () => (await this.readHead(repository, name))?.manifest === manifest;
    return this.connection.repeat(async () => {
      try {
        const swap = (query: Query) => this.swapOnce(query, { repository, name, expected, manifest });
        const isMoved =
          named === undefined
            ? await swap((text, values) => this.connection.queryOnce(text, values))
            : await this.connection.transactionOnce(
                async (query) => (await swap(query)) && (await writeNames(query, repository, named).then(() => true)),
              );
        return isMoved || (isUncertain && (await isThere()));
      } catch (error) {
        isUncertain ||= isConnectionLost(error);
        throw error;
      }
    }, RETRY_MS);
  }

  private async swapOnce(query: Query, { repository, name, expected, manifest }: Swap): Promise<boolean> {
    if (expected === undefined && manifest === undefined) return (await this.readHead(repository, name)) === undefined;
    const text = expected === undefined ? CREATE_HEAD : manifest === undefined ? REMOVE_HEAD : MOVE_HEAD;
    const ids = [expected, manifest].flatMap((id) => (id === undefined ? [] : [toBytes(id)]));
    return (await query(text, [repository, name, ...ids])).count === 1;
  }

  searchNames(query: NameQuery): Promise<FoundNames> {
    return searchNames(this.connection, query);
  }

  async repositories(): Promise<string[]> {
    const { rows } = await this.connection.query("select distinct repository from sdl_heads");
    return rows.map(([repository]) => String(repository));
  }

  async nowMs(): Promise<number> {
    const { rows } = await this.connection.query("select extract(epoch from clock_timestamp())::float8 * 1000");
    return Number(rows[0]?.[0]);
  }

  async rootManifests(sinceMs: number): Promise<ReadonlySet<PageId>> {
    const limit = TO_TIME("$1");
    await this.connection.query(`delete from sdl_replaced_heads where replaced_at < ${limit}`, [sinceMs]);
    const replaced = `select manifest from sdl_replaced_heads where replaced_at >= ${limit}`;
    const { rows } = await this.connection.query(`select manifest from sdl_heads union ${replaced}`, [sinceMs]);
    return new Set(rows.map(([id]) => toId(id)));
  }

  async removePages(reached: ReadonlySet<PageId>, beforeMs: number, signal?: AbortSignal): Promise<RemovedPages> {
    let pages = 0;
    let bytes = 0;
    let last: Buffer | undefined = Buffer.of();
    while (last !== undefined) {
      signal?.throwIfAborted();
      const { rows } = await this.connection.query(LIST_OLD, [last, beforeMs]);
      const ids: PageId[] = rows.map(([id]) => toId(id));
      const unreached = ids.filter((id) => !reached.has(id)).map(toBytes);
      const removed = await this.connection.query(REMOVE, [unreached, beforeMs]);
      pages += removed.count;
      for (const [size] of removed.rows) bytes += Number(size);
      last = rows.length < REMOVED_AT_ONCE ? undefined : (rows.at(-1)?.[0] as Buffer);
    }
    return { pages, bytes };
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

function toBytes(id: PageId): Buffer {
  return Buffer.from(id, "hex");
}

function toId(bytes: unknown): PageId {
  return (bytes as Buffer).toString("hex") as PageId;
}

function toHead([name, manifest, movedAtMs]: Row): Head {
  return { name: String(name), manifest: toId(manifest), movedAtMs: Number(movedAtMs) };
}
