/** What only a store in PostgreSQL does: schema, rights, lost connections and answers, URLs with passwords. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRemote, type RemoteStore } from "../../src/index.js";
import { temporaryFolder } from "../support/folder-place.js";
import { openAt, putVersion, textPage, versionOf } from "../support/place.js";
import { NO_POSTGRES, useServer, WHY_SKIPPED } from "../support/places.js";
import { postgresPlace, sql } from "../support/postgres-place.js";
import { expectNothingLost, expectReconnection } from "../support/server-faults.js";
import { TcpProxy } from "../support/tcp-proxy.js";

const code = (value: string) => expect.objectContaining({ code: value });

/** Everything that an error says, with its causes. */
async function wordsOf(failing: Promise<unknown>): Promise<string> {
  const words: string[] = [];
  let error = await failing.then(
    () => expect.fail("it should have failed"),
    (reason: unknown) => reason,
  );
  for (; error instanceof Error; error = error.cause) words.push(error.message, JSON.stringify(error));
  return words.join("\n");
}

test.each([
  "postgres://sdl:s3cr#et@localhost/db",
  "postgres://sdl:12/s3cret@localhost/db",
  "postgres://sdl:12?s3cret@localhost/db",
  "postgres://sdl:s3cret@localhost:port/db",
  "postgres://sdl:s3cret@[::1/db",
])("the malformed URL %s is refused without its password", async (url) => {
  await expect(openRemote(url)).rejects.toEqual(code("remote_invalid"));
  expect(await wordsOf(openRemote(url))).not.toContain("s3cr");
});

test("a server that is not there is unreachable, and its password is not in the message", async () => {
  const url = "postgres://sdl:s3cret@127.0.0.1:1/db?application_name=s3cret";
  await expect(openRemote(url)).rejects.toEqual(code("remote_unreachable"));
  const words = await wordsOf(openRemote(url));
  expect(words).toContain("postgres://sdl@127.0.0.1:1/db cannot be used (ECONNREFUSED): check that the server runs");
  expect(words).not.toContain("s3cret");
});

test("without the driver the message says how to install it", () => {
  const folder = temporaryFolder();
  const dist = fileURLToPath(new URL("../../dist", import.meta.url));
  cpSync(dist, join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  mkdirSync(join(folder, "node_modules", "@sdl"), { recursive: true });
  for (const name of ["@sdl/model", "aws4fetch"])
    symlinkSync(realpathSync(join(dist, "../node_modules", name)), join(folder, "node_modules", name));
  const index = pathToFileURL(join(folder, "dist", "index.js"));
  const script = `import(${JSON.stringify(index)}).then((remote) => remote.openRemote("postgres://u:s3cret@h/d")).catch((error) => console.log(error.code, error.message))`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8", cwd: folder });
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringMatching(/^remote_driver_missing the PostgreSQL driver is not installed: run `npm install/),
    stderr: "",
  });
});

describe.skipIf(NO_POSTGRES !== "")(`on a server${WHY_SKIPPED}`, () => {
  const server = useServer();

  /** A store that is reached through a proxy. */
  async function openThroughProxy(): Promise<{ proxy: TcpProxy; store: RemoteStore; direct: RemoteStore }> {
    const place = await postgresPlace(server());
    const direct = await openAt(place);
    const proxy = await TcpProxy.start(server().port);
    const store = await openRemote(place.url.replace(`:${server().port}/`, `:${proxy.port}/`));
    onTestFinished(async () => {
      await store.close();
      await proxy.close();
    });
    return { proxy, store, direct };
  }

  test("a wrong password and a database that does not exist", async () => {
    const place = await postgresPlace(server());
    const wrong = place.url.replace(/:[0-9a-f]+@/, ":s3cret@");
    await expect(openRemote(wrong)).rejects.toEqual(code("remote_denied"));
    expect(await wordsOf(openRemote(wrong))).not.toContain("s3cret");
    await expect(openRemote(server().url("nowhere"))).rejects.toThrow("create the database (createdb)");
  });

  test("the schema of a newer program is refused, that of an older one upgraded when asked to", async () => {
    const place = await postgresPlace(server());
    const store = await openAt(place);
    await store.putPages([textPage("kept")]);
    await sql(place.url, "update sdl_schema set version = 99");
    const newer = /has schema 99, this program knows 3: update this program$/;
    await expect(openRemote(place.url)).rejects.toThrow(newer);
    await expect(openRemote(place.url, { create: true })).rejects.toThrow(newer);
    expect((await store.readPages([textPage("kept").id])).size).toBe(1);

    // As earlier versions of the schema left the tables.
    for (const [version, tables] of [
      [2, "sdl_packages"],
      [1, "sdl_packages, sdl_names, sdl_name_files, sdl_named_repositories"],
    ] as const) {
      await sql(place.url, `drop table ${tables}`);
      await sql(place.url, `update sdl_schema set version = ${version}`);
      const older = new RegExp(`has schema ${version}, this program needs 3: run \`sdl remote add\``);
      await expect(openRemote(place.url)).rejects.toThrow(older);
      const upgraded = await openRemote(place.url, { create: true });
      expect((await upgraded.readPages([textPage("kept").id])).size).toBe(1);
      await upgraded.close();
      await (await openRemote(place.url)).close();
    }
  });

  test("an upgrade that fails leaves nothing", async () => {
    const place = await postgresPlace(server());
    await sql(place.url, "create table sdl_heads (other int)");
    await expect(openRemote(place.url, { create: true })).rejects.toThrow('relation "sdl_heads" already exists');
    await expect(openRemote(place.url)).rejects.toEqual(code("remote_not_found"));
    await sql(place.url, "drop table sdl_heads");
    await (await openRemote(place.url, { create: true })).close();
  });

  test("who may only read reads, and is told what a push needs", async () => {
    const place = await postgresPlace(server());
    const store = await openAt(place);
    const id = await putVersion(store, versionOf("a".repeat(500)));
    await store.swapHead("r", "branch/main", undefined, id);
    await sql(
      place.url,
      "drop role if exists reader",
      "create role reader login password 'pw'",
      "grant select on all tables in schema public to reader",
    );
    const reader = await openRemote(place.url.replace(/sdl:[0-9a-f]+@/, "reader:pw@"));
    onTestFinished(() => reader.close());
    expect((await reader.readHead("r", "branch/main"))?.manifest).toBe(id);
    expect((await reader.readPages([id])).size).toBe(1);
    await expect(reader.putPages([textPage("b")])).rejects.toThrow("ask the database's owner for the rights");
    await place.damagePage(textPage("a".repeat(500)).id);
    await expect(reader.readPages([textPage("a".repeat(500)).id])).rejects.toEqual(code("remote_damaged"));
  });

  test("cut connections are made anew", async () => {
    const { proxy, store } = await openThroughProxy();
    await expectReconnection(proxy, store);
  });

  test("a swap whose answer was lost tells the truth", async () => {
    const { proxy, store, direct } = await openThroughProxy();
    const [a, b] = [await putVersion(direct, versionOf("a")), await putVersion(direct, versionOf("b"))];
    const swap = (from: typeof a | undefined, to: typeof a | undefined) => store.swapHead("r", "branch/x", from, to);
    proxy.loseAnswerTo(/insert into sdl_heads/);
    expect(await swap(undefined, a)).toBe(true);
    proxy.loseAnswerTo(/update sdl_heads/);
    expect(await swap(a, b)).toBe(true);
    proxy.loseAnswerTo(/update sdl_heads/);
    expect(await swap(a, b)).toBe(true); // it is there, by whomever
    proxy.loseAnswerTo(/update sdl_heads/);
    expect(await swap(textPage("never").id, a)).toBe(false);
    proxy.loseAnswerTo(/delete from sdl_heads/);
    expect(await swap(b, undefined)).toBe(true);
    expect(await direct.listHeads("r")).toEqual([]);
    const [moves] = await sql(
      server().url(new URL(direct.place).pathname.slice(1)),
      "select count(*) from sdl_replaced_heads",
    );
    expect(moves).toEqual({ count: "2" });
  });

  test("a server that crashes and starts again loses nothing that was acknowledged", async () => {
    const place = await postgresPlace(server());
    const store = await openAt(place);
    await expectNothingLost(server(), store);
  });
});
