/** Round trip of every client in the table: init writes the entry, a second init changes nothing, and remove restores every byte. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLIENTS } from "../../src/clients/table.js";
import { valueAtSlot } from "../../src/edit/editor.js";
import { lookUpServer } from "../../src/setup/find-clients.js";
import { serverFormat } from "../../src/setup/target.js";
import { decode } from "../../src/text-form.js";
import { brokenFiles, exampleFiles } from "../support/example-files.js";
import { SCRIPT, Scene } from "../support/scene.js";

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const FILES = CLIENTS.flatMap((client) => client.scopes.map((scope) => [client.id, scope, client] as const));

describe.each(FILES)("%s, %s", (_id, scope, client) => {
  const statuses = (changes: readonly { readonly status: string }[]) => changes.map(({ status }) => status);
  const found = (path: string) => {
    const seen = lookUpServer(client, scope, path);
    return "found" in seen ? seen.found?.line : seen.error;
  };

  test.each(exampleFiles(client, scope).map(({ title, text }) => [title, text] as const))("%s", (_title, text) => {
    const path = scene.pathOf(client, scope);
    scene.write(path, text, 0o600);
    const before = scene.snapshot();
    expect(statuses(scene.set([client], scope))).toEqual(["added"]);
    expect(found(path)).toEqual({ command: "node", args: [SCRIPT, "serve", "--stdio"] });
    const written = scene.read(path);
    expect(written.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
    if (text.includes("\r\n")) expect(written.match(/(?<!\r)\n/)).toBeNull();
    if (text.trim() !== "" && !text.endsWith("\n") && !text.startsWith('{"a"')) expect(written).not.toMatch(/\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const after = scene.snapshot();
    expect(statuses(scene.set([client], scope))).toEqual(["unchanged"]);
    expect(scene.snapshot()).toEqual(after);
    expect(statuses(scene.take([client], scope))).toEqual(["restored"]);
    const { sdl: _, ...left } = scene.snapshot();
    expect(left).toEqual(before);
  });

  test("other entries are unchanged", () => {
    const path = scene.pathOf(client, scope);
    const [{ text } = { text: "" }] = exampleFiles(client, scope);
    scene.write(path, text);
    const { editor, container, isList } = serverFormat(client, scope);
    const other = {
      container,
      ...(isList === true
        ? { matches: (one: unknown) => (one as { name?: unknown }).name === "other" }
        : { key: "other" }),
    };
    scene.set([client], scope);
    const parsed = editor.parse(scene.read(path)) as object;
    const before = editor.parse(text) as object;
    expect(valueAtSlot(parsed, other)).toEqual(valueAtSlot(before, other));
    const key = container[0] ?? "";
    expect({ ...parsed, [key]: 0 }).toEqual({ ...before, [key]: 0 });
  });

  test("a missing file is created with its folders, and removed with them", () => {
    const before = scene.snapshot();
    expect(scene.set([client], scope)).toMatchObject([{ status: "added", isNew: true }]);
    expect(found(scene.pathOf(client, scope))).toMatchObject({ command: "node" });
    expect(statuses(scene.take([client], scope))).toEqual(["deleted"]);
    const { sdl: _, ...left } = scene.snapshot();
    expect(left).toEqual(before);
  });

  test("a dry run writes nothing and shows the diff", () => {
    const before = scene.snapshot();
    const [change] = scene.set([client], scope, { isDryRun: true });
    expect(change?.diff?.join("\n")).toContain(SCRIPT);
    expect(scene.snapshot()).toEqual(before);
  });

  test("a link stays a link, and its target is written", () => {
    const path = scene.pathOf(client, scope);
    const target = join(scope === "user" ? scene.root : (scene.place.project ?? ""), "dotfiles", "config");
    const [{ text } = { text: "" }] = exampleFiles(client, scope);
    scene.write(target, text);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
    const before = scene.snapshot();
    scene.set([client], scope);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(scene.read(target)).toContain(SCRIPT);
    scene.take([client], scope);
    const { sdl: _, ...left } = scene.snapshot();
    expect(left).toEqual(before);
  });

  test("a read-only file is refused and unchanged", () => {
    const [{ text } = { text: "" }] = exampleFiles(client, scope);
    scene.write(scene.pathOf(client, scope), text, 0o444);
    const before = scene.snapshot();
    const [change] = scene.set([client], scope);
    expect(change).toMatchObject({
      status: "failed",
      error: { code: "READ_ONLY", message: expect.stringMatching(/read-only.*chmod/) },
    });
    expect(scene.snapshot()).toEqual(before);
  });

  test.each(brokenFiles(client, scope).map(({ text, says }) => [text, says] as const))(
    "%j is refused and unchanged",
    (text, says) => {
      scene.write(scene.pathOf(client, scope), text);
      const before = scene.snapshot();
      const [change] = scene.set([client], scope);
      expect(change?.status).toBe("failed");
      expect(change?.error?.message).toMatch(says);
      expect(scene.snapshot()).toEqual(before);
    },
  );

  test("edits of the user between init and remove are kept", () => {
    const path = scene.pathOf(client, scope);
    const [{ text } = { text: "" }] = exampleFiles(client, scope);
    scene.write(path, text);
    scene.set([client], scope);
    const edit = (content: string) => content.replace("mine", "edited since");
    scene.write(path, edit(scene.read(path)));
    expect(statuses(scene.take([client], scope))).toEqual(["removed"]);
    expect(scene.read(path)).toBe(edit(text));
  });

  test("an old path of the program is updated; the user's options and fields are kept", () => {
    const path = scene.pathOf(client, scope);
    scene.set([client], scope, { script: "/old/sdl.js" });
    const added = scene
      .read(path)
      .replace('"--stdio"', '"--stdio", "--tools", "all"')
      .replace(/( *)- --stdio/, "$1- --stdio\n$1- --tools\n$1- all");
    const { editor } = serverFormat(client, scope);
    scene.write(path, added);
    expect(() => editor.parse(added)).not.toThrow();
    const args = (line: unknown) => (line as { readonly args: readonly string[] }).args;
    const options = args(found(path)).slice(1);
    expect(statuses(scene.set([client], scope))).toEqual(["updated"]);
    expect(args(found(path))).toEqual([SCRIPT, ...options]);
    expect(scene.read(path)).not.toContain("/old/");
  });

  test("another server of the same name is not changed", () => {
    const path = scene.pathOf(client, scope);
    scene.set([client], scope);
    scene.write(path, scene.read(path).replace(/\bserve\b/, "sync"));
    const before = scene.read(path);
    const [change] = scene.set([client], scope);
    expect(change).toMatchObject({
      status: "failed",
      error: { code: "CONFLICT", message: expect.stringMatching(/^line \d+ has another server named "sdl"/) },
    });
    expect(scene.take([client], scope)).toEqual([]);
    expect(scene.read(path)).toBe(before);
  });
});

test.each([
  ["a link", (path: string, outside: string) => symlinkSync(join(outside, "autostart.json"), path)],
  [
    "a folder that is a link",
    (path: string, outside: string) => {
      rmSync(dirname(path), { recursive: true });
      symlinkSync(outside, dirname(path));
    },
  ],
])("a link in a repository to a file outside it is refused: %s", (_title, link) => {
  const [client] = CLIENTS.filter(({ id }) => id === "cursor");
  const path = scene.pathOf(client!, "project");
  const outside = join(scene.root, "outside");
  for (const folder of [dirname(path), outside]) mkdirSync(folder, { recursive: true });
  link(path, outside);
  expect(scene.set([client!], "project")).toMatchObject([
    { status: "failed", error: { code: "UNWRITABLE", message: expect.stringContaining("out of the repository") } },
  ]);
  expect(readdirSync(outside)).toEqual([]);
});

test("a file that cannot be changed does not prevent changes of others", () => {
  const [first, second, third] = CLIENTS;
  if (first === undefined || second === undefined || third === undefined) throw new Error("the table is short");
  scene.write(scene.pathOf(second, "user"), "{ broken");
  const changes = scene.set([first, second, third], "user");
  expect(changes.map(({ status }) => status)).toEqual(["added", "failed", "added"]);
});

test("a folder that is not writable is named in the error", () => {
  const [client] = CLIENTS.filter(({ id }) => id === "cursor");
  const folder = dirname(scene.pathOf(client!, "user"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o555);
  const [change] = scene.set([client!], "user");
  chmodSync(folder, 0o755);
  // Root can write there regardless of the mode.
  if (process.getuid?.() === 0) expect(change?.status).toBe("added");
  else expect(change?.error?.message).toContain(folder);
});

test("backups are in SDL's home, readable by the user alone, and deleted after the restore", () => {
  const [client] = CLIENTS;
  scene.write(scene.pathOf(client!, "user"), '{ "secret": 1 }\n');
  const [change] = scene.set([client!], "user");
  expect(change?.backup?.startsWith(join(scene.sdlHome, "clients", "backups"))).toBe(true);
  expect(scene.read(change?.backup ?? "")).toBe('{ "secret": 1 }\n');
  expect(statSync(change?.backup ?? "").mode & 0o777).toBe(0o600);
  scene.take([client!], "user");
  expect(readdirSync(scene.sdlHome)).toEqual([]);
});

test("a file that is not UTF-8 is refused", () => {
  const [client] = CLIENTS;
  scene.write(scene.pathOf(client!, "user"), Buffer.from([0xff, 0xfe, 0x7b, 0]));
  expect(scene.set([client!], "user")[0]?.error?.message).toMatch(/UTF-16.*save it as UTF-8/);
  scene.write(scene.pathOf(client!, "user"), Buffer.from([0x7b, 0xc3, 0x28]));
  expect(scene.set([client!], "user")[0]?.error?.message).toMatch(/not UTF-8/);
  expect(() => decode(Buffer.from([0xc3, 0x28]))).toThrow(/not UTF-8/);
});
