/** What only a store in a folder does: its files, its creation, several users. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openRemote, type PageId } from "../../src/index.js";
import { filesBelow, folderPlace, temporaryFolder } from "../support/folder-place.js";
import { openAt, putVersion, textPage, versionOf } from "../support/place.js";

const code = (value: string) => expect.objectContaining({ code: value });

test("a store opens by its path and by its URL", async () => {
  const place = folderPlace();
  await openAt(place);
  for (const url of [place.url, `${pathToFileURL(place.url)}`]) expect((await openRemote(url)).place).toBe(place.url);
  await expect(openRemote("file://elsewhere/team%2")).rejects.toEqual(code("remote_invalid"));
  await expect(openRemote("gs://bucket/team")).rejects.toEqual(code("remote_invalid"));
});

test("a folder of other files is not made a store", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "thesis.txt"), "");
  await expect(openRemote(folder, { create: true })).rejects.toThrow("holds other files (thesis.txt)");
  rmSync(join(folder, "thesis.txt"));
  mkdirSync(join(folder, ".snapshot"));
  await (await openRemote(folder, { create: true })).close();
});

test("a store of a newer program, a damaged mark and a file are refused", async () => {
  const folder = temporaryFolder();
  const mark = join(folder, "sdl-remote.json");
  writeFileSync(mark, '{"format":2}\n');
  await expect(openRemote(folder)).rejects.toThrow("has format 2, this program reads format 1: update this program");
  writeFileSync(mark, "{");
  await expect(openRemote(folder)).rejects.toEqual(code("remote_damaged"));
  await expect(openRemote(mark)).rejects.toEqual(code("remote_unreachable"));
});

test("a store whose share is gone is not taken for an empty one", async () => {
  const place = folderPlace();
  const store = await openAt(place);
  rmSync(place.url, { recursive: true });
  await expect(store.putPages([textPage("a")])).rejects.toEqual(code("remote_unreachable"));
  await expect(store.readHead("r", "branch/main")).rejects.toEqual(code("remote_not_found"));
  await expect(store.listHeads("r")).rejects.toEqual(code("remote_not_found"));
  await expect(store.repositories()).rejects.toEqual(code("remote_not_found"));
});

test("a put leaves no temporary file; what dead processes left is removed after an hour", async () => {
  const place = folderPlace();
  const store = await openAt(place);
  await store.putPages([textPage("a"), textPage("b")]);
  const temporary = join(place.url, "tmp");
  expect(filesBelow(temporary)).toEqual([]);
  const [old, young] = ["new.0123456789ab.tmp", "new.ba9876543210.tmp"];
  for (const name of [old, young]) writeFileSync(join(temporary, name), "torn");
  utimesSync(join(temporary, old), 0, 0);
  await store.collectPages();
  expect(readdirSync(temporary)).toEqual([young]);
});

test("a damaged record of a head is refused, and deleting it leads back", async () => {
  const place = folderPlace();
  const store = await openAt(place);
  const one = await putVersion(store, versionOf("one"));
  const two = await putVersion(store, versionOf("two"));
  await store.swapHead("r", "branch/main", undefined, one);
  await store.swapHead("r", "branch/main", one, two);
  const latest = filesBelow(join(place.url, "heads")).at(-1)!;
  writeFileSync(latest, readFileSync(latest, "utf8").replace(two, "0".repeat(64)));
  await expect(store.readHead("r", "branch/main")).rejects.toThrow(`${latest}: delete this file`);
  rmSync(latest);
  expect((await store.readHead("r", "branch/main"))?.manifest).toBe(one);
});

test("records of heads are removed after the grace time but for the latest", async () => {
  const place = folderPlace();
  const store = await openAt(place);
  let before: PageId | undefined;
  for (const name of ["a", "b", "c"]) {
    const id = await putVersion(store, versionOf(name));
    await store.swapHead("r", "branch/main", before, id);
    before = id;
  }
  expect(filesBelow(join(place.url, "heads"))).toHaveLength(3);
  await place.age(8 * 24 * 3_600_000);
  await store.collectPages();
  expect(filesBelow(join(place.url, "heads")).map((path) => path.slice(-12))).toEqual(["000000000003"]);
  expect((await store.readHead("r", "branch/main"))?.manifest).toBe(before);
});

test("a page that a dead collector was about to remove is read, found again if fresh, and removed if old", async () => {
  const place = folderPlace();
  const store = await openAt(place);
  const [fresh, old] = [textPage("fresh"), textPage("old")];
  const condemn = (id: PageId) => {
    const path = join(place.url, "pages", id.slice(0, 2), id);
    writeFileSync(`${path}.0123456789ab.condemned`, readFileSync(path));
    rmSync(path);
  };
  await store.putPages([old]);
  condemn(old.id);
  await place.age(8 * 24 * 3_600_000);
  await store.putPages([fresh]);
  condemn(fresh.id);
  expect((await store.readPages([fresh.id, old.id])).size).toBe(2);
  expect(await store.missingPages([old.id])).toEqual([old.id]);
  expect(await store.collectPages()).toMatchObject({ removedPages: 1 });
  expect(await store.missingPages([fresh.id, old.id])).toEqual([old.id]);
  expect(filesBelow(join(place.url, "pages"))).toEqual([join(place.url, "pages", fresh.id.slice(0, 2), fresh.id)]);
});

test("pushers and collectors that meet at the same pages in many orders lose none", () => {
  const script = fileURLToPath(new URL("interleaving-process.mjs", import.meta.url));
  const [seed, rounds] = process.env["SDL_LONG"] === undefined ? [1, 30] : [Date.now() % 100_000, 2000];
  const args = [script, join(temporaryFolder(), "team"), String(seed), String(rounds)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  const { found, removed, lost } = JSON.parse(stdout) as Record<string, number>;
  expect({ found: found! > 0, removed: removed! > 0, lost }).toEqual({ found: true, removed: true, lost: 0 });
});
