/** A store in a database of its own, on a server that the test file started. */
import pg from "pg";
import { onTestFinished } from "vitest";
import type { PostgresServer } from "../../src/testing/index.js";
import type { Place } from "./place.js";

let databases = 0;

/** Runs statements, one after the other. @returns rows of the last */
export async function sql(url: string, ...statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

export async function postgresPlace(server: PostgresServer): Promise<Place> {
  const name = `store${++databases}`;
  await sql(server.url(), `create database ${name}`);
  onTestFinished(async () => void (await sql(server.url(), `drop database if exists ${name} with (force)`)));
  const url = server.url(name);
  return {
    url,
    damagePage: async (id) => {
      const at = "octet_length(bytes) / 2";
      const bytes = `set_byte(bytes, ${at}, get_byte(bytes, ${at}) # 1)`;
      await sql(url, `update sdl_pages set bytes = ${bytes} where id = '\\x${id}'`);
    },
    age: async (ms) => {
      const age = `interval '${ms} milliseconds'`;
      await sql(
        url,
        `update sdl_pages set put_at = put_at - ${age}`,
        `update sdl_heads set moved_at = moved_at - ${age}`,
        `update sdl_replaced_heads set replaced_at = replaced_at - ${age}`,
      );
    },
  };
}
