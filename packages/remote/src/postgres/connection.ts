/**
 * Connections to one database: statements are repeated when a connection was lost. Only statements that may run twice
 * are given to {@link PostgresConnection.query}.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { RemoteError } from "../errors.js";
import { isConnectionLost, isRolledBack, postgresError } from "./postgres-errors.js";
import { shownUrl } from "./postgres-url.js";

/** Pauses in milliseconds before statements are repeated. A crashed server recovers within some seconds. */
const PAUSES = [100, 300, 1000, 2000, 4000, 8000, 8000] as const;

/** Time after which no statement is repeated. */
export const RETRY_MS = 30_000;

/** A statement ends after this time, on the server; on a dead connection a little later, here. */
const STATEMENT_MS = 60_000;

/** Values of a row in the order of the statement. Bytes are buffers. */
export type Row = readonly unknown[];

/** What a statement gave. */
export interface Rows {
  readonly rows: readonly Row[];
  /** Rows that the statement changed or returned. */
  readonly count: number;
}

/** Runs a statement with its parameters. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Rows>;

/** A pool of connections to one database. */
export class PostgresConnection {
  private constructor(
    readonly place: string,
    private readonly pool: pg.Pool,
  ) {}

  /** Does not connect yet. @throws {RemoteError} `remote_invalid`, `remote_driver_missing` */
  static async create(url: string): Promise<PostgresConnection> {
    const place = shownUrl(url);
    const { Pool } = await loadDriver();
    const pool = new Pool({
      connectionString: url,
      application_name: "sdl",
      max: 4,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      keepAlive: true,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + 10_000,
      idle_in_transaction_session_timeout: STATEMENT_MS,
    });
    pool.on("error", ignore);
    return new PostgresConnection(place, pool);
  }

  /** Runs a statement that may run twice. */
  query(text: string, values?: readonly unknown[]): Promise<Rows> {
    return this.repeat(() => this.queryOnce(text, values), RETRY_MS);
  }

  /** Runs a statement without another attempt. Rejects with the driver's error. */
  async queryOnce(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return rowsOf(await this.pool.query({ text, values: [...values], rowMode: "array" }));
  }

  /** Runs statements in one transaction, which may run twice. */
  async transaction<T>(run: (query: Query) => Promise<T>): Promise<T> {
    return this.repeat(() => this.transactionOnce(run), RETRY_MS);
  }

  /** Runs statements in one transaction, without another attempt. Rejects with the driver's error, or that of `run`. */
  async transactionOnce<T>(run: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    client.on("error", ignore);
    let failure: unknown;
    try {
      await client.query("begin");
      const done = await run(async (text, values = []) =>
        rowsOf(await client.query({ text, values: [...values], rowMode: "array" })),
      );
      await client.query("commit");
      return done;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.off("error", ignore);
      // After a failure the connection is closed, which rolls back.
      client.release(failure !== undefined);
    }
  }

  /** Runs again while connections are lost. Rejects with the package's errors. */
  async repeat<T>(run: () => Promise<T>, retryMs: number): Promise<T> {
    const lastStartMs = performance.now() + retryMs;
    for (const pauseMs of PAUSES) {
      try {
        return await run();
      } catch (error) {
        const mayRepeat = isConnectionLost(error) || isRolledBack(error);
        if (!mayRepeat || performance.now() + pauseMs > lastStartMs) throw postgresError(this.place, error);
        await sleep(pauseMs);
      }
    }
    return run().catch((error: unknown) => {
      throw postgresError(this.place, error);
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/**
 * For errors of lost connections: the statement under way rejects as well, and the pool makes another connection. An
 * event without a listener would end the process.
 */
const ignore = () => undefined;

function rowsOf({ rows, rowCount }: pg.QueryArrayResult): Rows {
  return { rows, count: rowCount ?? 0 };
}

async function loadDriver(): Promise<typeof pg> {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    const message = "the PostgreSQL driver is not installed: run `npm install -g pg`, or `npm install pg` where sdl is";
    throw new RemoteError("remote_driver_missing", `${message} installed in a project`, { cause });
  }
}
