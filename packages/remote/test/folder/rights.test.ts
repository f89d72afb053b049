/** A folder of several users, a folder that is only read, and a full disk. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { openRemote, pageOf } from "../../src/index.js";
import { folderPlace, temporaryFolder } from "../support/folder-place.js";
import { openAt, putVersion, textPage, versionOf } from "../support/place.js";

const IS_ROOT = process.geteuid?.() === 0;
const NOBODY = 65_534;
const NEEDS_ROOT = IS_ROOT ? "" : " (skipped: only root can act as another user)";

const code = (value: string) => expect.objectContaining({ code: value });

/** Runs as the user `nobody`. */
async function asNobody<T>(run: () => Promise<T>): Promise<T> {
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** Lets everybody write into the folders, and read all files. */
function openToAll(folder: string): void {
  const names = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  for (const path of [folder, ...names]) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o644);
}

test.runIf(IS_ROOT)(`who may only read reads, and a push is denied${NEEDS_ROOT}`, async () => {
  const place = folderPlace();
  chmodSync(join(place.url, ".."), 0o755);
  const store = await openAt(place);
  const text = "a".repeat(500);
  const id = await putVersion(store, versionOf(text));
  await store.swapHead("r", "branch/main", undefined, id);
  await asNobody(async () => {
    const reader = await openRemote(place.url);
    expect((await reader.readHead("r", "branch/main"))?.manifest).toBe(id);
    expect((await reader.readPages([id, textPage(text).id])).size).toBe(2);
    await expect(reader.putPages([textPage("b")])).rejects.toEqual(code("remote_denied"));
    await expect(reader.swapHead("r", "branch/main", id, undefined)).rejects.toThrow("allow reading, for pushes also");
  });
  await place.damagePage(textPage(text).id);
  await asNobody(async () => {
    await expect((await openRemote(place.url)).readPages([textPage(text).id])).rejects.toEqual(code("remote_damaged"));
  });
});

test.runIf(IS_ROOT)(`a page of another user counts as missing and is replaced${NEEDS_ROOT}`, async () => {
  const place = folderPlace();
  chmodSync(join(place.url, ".."), 0o755);
  const store = await openAt(place);
  const page = textPage("a page of root");
  const id = await putVersion(store, versionOf("one"));
  await store.putPages([page]);
  await store.swapHead("r", "branch/main", undefined, id);
  openToAll(place.url);
  await asNobody(async () => {
    const other = await openRemote(place.url);
    expect(await other.missingPages([page.id])).toEqual([page.id]);
    await other.putPages([page]);
    expect(await other.missingPages([page.id])).toEqual([]);
    const next = await putVersion(other, versionOf("two"));
    expect(await other.swapHead("r", "branch/main", id, next)).toBe(true);
  });
  expect((await store.readPages([page.id])).size).toBe(1);
});

/** Mounts a small file system on the folder. Skips the test if not permitted, and unmounts when it ends. */
function mountSmall(folder: string, context: TestContext): void {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], { stdio: "pipe" });
  } catch {
    context.skip("cannot mount a small tmpfs here: needs root");
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
}

test("a full disk refuses a push, and what was there stays", async (context) => {
  const folder = temporaryFolder();
  mountSmall(folder, context);
  const store = await openRemote(folder, { create: true });
  const id = await putVersion(store, versionOf("one"));
  await store.swapHead("r", "branch/main", undefined, id);
  const pages = Array.from({ length: 8 }, () => pageOf(randomBytes(100_000)));
  await expect(store.putPages(pages)).rejects.toThrow(/^no space left in .* \(ENOSPC\): free some, then try again$/);
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  expect((await store.readHead("r", "branch/main"))?.manifest).toBe(id);
  expect((await store.readPages([id])).size).toBe(1);
});
