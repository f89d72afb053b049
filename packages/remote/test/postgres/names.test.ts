/** Names over many repositories, written with the head: symbols by whole name, beginning and terms, packages by key. */
import { expect, test } from "vitest";
import { encodeManifest, openRemote, type PageId, pageOf, type RemoteStore } from "../../src/index.js";
import type { FileNames, NameQuery, PackageName } from "../../src/store-names.js";
import { folderPlace } from "../support/folder-place.js";
import { NO_POSTGRES, useServer, WHY_SKIPPED } from "../support/places.js";
import { postgresPlace } from "../support/postgres-place.js";

const server = useServer();

async function openStore(): Promise<RemoteStore> {
  const { url } = await postgresPlace(server());
  return openRemote(url, { create: true });
}

/** Stores a version of one page. */
async function version(store: RemoteStore, text: string): Promise<PageId> {
  const page = pageOf(Buffer.from(text));
  const manifest = pageOf(encodeManifest([page.id]));
  await store.putPages([page, manifest]);
  return manifest.id;
}

let ids = 0;
const read: string[] = [];

/** A file that declares functions; its terms are the parts between underscores. */
function file(path: string, digest: string, ...names: readonly string[]): FileNames {
  return {
    path,
    digest,
    names: () => {
      read.push(path);
      return names.map((name, i) => ({
        id: (++ids).toString(16).padStart(16, "0"),
        ...{ name, kind: name.startsWith("C") ? "class" : "function", line: i + 1, exported: i === 0 },
        terms: name.toLowerCase().split("_"),
      }));
    },
  };
}

const all: Omit<NameQuery, "text"> = {
  terms: [],
  packageKeys: [],
  repositories: undefined,
  kinds: undefined,
  limit: 10,
};

async function search(store: RemoteStore, text: string, wanted: Partial<NameQuery> = {}): Promise<string[]> {
  const found = await store.searchNames({ ...all, terms: text.toLowerCase().split("_"), text, ...wanted });
  return (found?.symbols ?? []).map(({ repository, path, name, match }) => `${match} ${repository} ${path} ${name}`);
}

test.skipIf(NO_POSTGRES !== "")(`names move with the head, file by file${WHY_SKIPPED}`, async () => {
  const store = await openStore();
  const one = await version(store, "one");
  const two = await version(store, "two");
  const swap = (from: PageId | undefined, to: PageId, names: readonly FileNames[]) =>
    store.swapHead("acme/a", "branch/main", from, { manifest: to, names, packages: [] });
  expect(
    await swap(undefined, one, [file("x.ts", "01", "read_all", "write_all"), file("y.ts", "02", "close_all")]),
  ).toBe(true);
  expect(await search(store, "read_all")).toEqual(["name acme/a x.ts read_all"]);
  // Another pusher was first: nothing changes.
  expect(await swap(undefined, two, [file("x.ts", "03", "lost_names")])).toBe(false);
  expect(await search(store, "lost_names")).toEqual([]);
  read.length = 0;
  expect(await swap(one, two, [file("y.ts", "02", "close_all"), file("z.ts", "04", "read_all")])).toBe(true);
  expect(read).toEqual(["z.ts"]);
  expect(await search(store, "all")).toEqual(["terms acme/a z.ts read_all", "terms acme/a y.ts close_all"]);
  await store.close();
});

test.skipIf(NO_POSTGRES !== "")(`whole names come first, then beginnings, then terms${WHY_SKIPPED}`, async () => {
  const store = await openStore();
  const manifest = await version(store, "one");
  for (const [repository, names] of [
    ["acme/a", ["parse", "Parse_Tree", "fast_parse", "Compare"]],
    ["other/b", ["parse_tree", "parse", "café_parse", "100%_parse"]],
  ] as const)
    await store.swapHead(repository, "branch/main", undefined, {
      ...{ manifest, packages: [] },
      names: [file("x.ts", "01", ...names)],
    });
  expect(await search(store, "parse")).toEqual([
    "name acme/a x.ts parse",
    "name other/b x.ts parse",
    "prefix other/b x.ts parse_tree",
    "prefix acme/a x.ts Parse_Tree",
    "terms other/b x.ts 100%_parse",
    "terms other/b x.ts café_parse",
    "terms acme/a x.ts fast_parse",
  ]);
  expect(await search(store, "tree_parse", { repositories: ["acme/a"] })).toEqual(["terms acme/a x.ts Parse_Tree"]);
  expect(await search(store, "%", { terms: [] })).toEqual([]);
  expect(await search(store, "compare", { kinds: ["function"] })).toEqual([]);
  expect(await search(store, "compare", { kinds: ["class"] })).toEqual(["name acme/a x.ts Compare"]);
  expect(await search(store, "parse", { repositories: [] })).toEqual([]);
  expect(await search(store, "parse", { repositories: ["acme/none"] })).toEqual([]);
  expect(await search(store, "parse", { limit: 1 })).toEqual(["name acme/a x.ts parse"]);
  await store.close();
});

test.skipIf(NO_POSTGRES !== "")(`packages move with the head${WHY_SKIPPED}`, async () => {
  const store = await openStore();
  const one = await version(store, "one");
  const two = await version(store, "two");
  const push = (repository: string, from: PageId | undefined, to: PageId, packages: readonly PackageName[]) =>
    store.swapHead(repository, "branch/main", from, { manifest: to, names: [], packages });
  const provided = (key: string, path: string) => ({ key, name: key, isProvided: true, path });
  const used = (key: string, path: string) => ({ key, name: key, isProvided: false, path });
  const find = async (packageKeys: readonly string[], repositories?: readonly string[]) => {
    const found = await store.searchNames({ ...all, text: "any", packageKeys, repositories });
    return found?.packages.map(
      ({ repository, name, isProvided, path }) => `${repository} ${isProvided ? "provides" : "uses"} ${name} ${path}`,
    );
  };
  await push("acme/shop", undefined, one, [used("cart", "package.json"), used("left", "package.json")]);
  await push("acme/lib", undefined, one, [provided("cart", "cart/package.json"), provided("old", "old/package.json")]);
  expect(await find(["cart", "none"])).toEqual([
    "acme/lib provides cart cart/package.json",
    "acme/shop uses cart package.json",
  ]);
  expect(await find(["cart"], ["acme/shop"])).toEqual(["acme/shop uses cart package.json"]);
  expect(await find(["cart"], [])).toEqual([]);
  expect(await find([])).toEqual([]);
  await push("acme/lib", one, two, [provided("cart", "packages/cart/package.json"), used("left", "package.json")]);
  expect(await find(["cart", "left", "old"], ["acme/lib"])).toEqual([
    "acme/lib provides cart packages/cart/package.json",
    "acme/lib uses left package.json",
  ]);
  await store.close();
});

test("a folder keeps no names", async () => {
  const store = await openRemote(folderPlace().url, { create: true });
  const manifest = await version(store, "one");
  expect(
    await store.swapHead("acme/a", "branch/main", undefined, {
      manifest,
      names: [file("x.ts", "01", "parse")],
      packages: [],
    }),
  ).toBe(true);
  expect(await store.searchNames({ ...all, text: "parse" })).toBeUndefined();
});
