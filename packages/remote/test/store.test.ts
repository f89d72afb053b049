/** What a store promises, on every kind of place. */
import { describe, expect, test as vitestTest } from "vitest";
import { encodeManifest, MAX_PAGE_BYTES, openRemote, pageOf, parsePageId, type RemoteStore } from "../src/index.js";
import { openAt, type Place, putVersion, textPage, versionOf } from "./support/place.js";
import { placeKinds } from "./support/places.js";

const DAY_MS = 24 * 3_600_000;
const REPOSITORY = "team/Größe";

const code = (value: string) => expect.objectContaining({ code: value });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe.each(placeKinds())("$name", ({ make, skipped }) => {
  const test = vitestTest.skipIf(skipped !== "");

  async function open(): Promise<{ place: Place; store: RemoteStore }> {
    const place = await make();
    return { place, store: await openAt(place) };
  }

  test("pages are read as they were put, and put twice are one", async () => {
    const { store } = await open();
    const pages = [
      textPage(""),
      textPage("a".repeat(100_000)),
      pageOf(Uint8Array.from({ length: 999 }, (_, i) => i * 7)),
    ];
    await store.putPages([...pages, pages[0]!]);
    await store.putPages(pages);
    const read = await store.readPages([...pages, pages[1]!].map(({ id }) => id));
    expect([...read].map(([id, bytes]) => ({ id, bytes: Buffer.from(bytes) }))).toEqual(
      pages.map(({ id, bytes }) => ({ id, bytes: Buffer.from(bytes) })),
    );
  });

  test("missing pages come once each, in the order asked", async () => {
    const { store } = await open();
    const [a, b, c] = [textPage("a"), textPage("b"), textPage("c")];
    await store.putPages([b]);
    expect(await store.missingPages([c.id, b.id, a.id, c.id])).toEqual([c.id, a.id]);
    expect(await store.missingPages([])).toEqual([]);
  });

  test("more pages than one batch holds", async () => {
    const { store } = await open();
    const pages = Array.from({ length: 300 }, (_, i) => textPage(`page ${i}`));
    const ids = pages.map(({ id }) => id);
    await store.putPages(pages);
    expect(await store.missingPages(ids)).toEqual([]);
    expect([...(await store.readPages(ids)).values()].map(text)).toEqual(pages.map(({ bytes }) => text(bytes)));
  });

  test("a missing page is refused by name", async () => {
    const { store } = await open();
    const { id } = textPage("never put");
    await expect(store.readPages([id])).rejects.toEqual(code("remote_damaged"));
    await expect(store.readPages([id])).rejects.toThrow(id);
  });

  test("a damaged page is refused, then counts as missing, and putting it again mends it", async () => {
    const { place, store } = await open();
    const page = textPage("text that is long enough to be damaged ".repeat(40));
    await store.putPages([page, textPage("other")]);
    await place.damagePage(page.id);
    expect(await store.missingPages([page.id])).toEqual([]);
    await expect(store.readPages([textPage("other").id, page.id])).rejects.toThrow(
      `page ${page.id} of ${store.place} is damaged and was refused: push the version again`,
    );
    expect(await store.missingPages([page.id, textPage("other").id])).toEqual([page.id]);
    await store.putPages([page]);
    expect(await store.missingPages([page.id])).toEqual([]);
    expect((await store.readPages([page.id])).size).toBe(1);
  });

  test("bytes that are not of the id, and pages that are too long, are refused", async () => {
    const { store } = await open();
    const { id } = textPage("a");
    await expect(store.putPages([{ id, bytes: textPage("b").bytes }])).rejects.toEqual(code("remote_invalid"));
    expect(() => pageOf(new Uint8Array(MAX_PAGE_BYTES + 1))).toThrow(code("remote_invalid"));
    expect(() => parsePageId("A".repeat(64))).toThrow(code("remote_invalid"));
  });

  test("a head is created, moved and removed only by who knows where it is", async () => {
    const { store } = await open();
    const one = await putVersion(store, versionOf("one"));
    const two = await putVersion(store, versionOf("two"));
    const swap = (from: typeof one | undefined, to: typeof one | undefined) =>
      store.swapHead(REPOSITORY, "branch/main", from, to);
    expect(await store.readHead(REPOSITORY, "branch/main")).toBeUndefined();
    expect(await swap(one, two)).toBe(false);
    expect(await swap(undefined, one)).toBe(true);
    expect(await swap(undefined, two)).toBe(false);
    expect(await swap(one, two)).toBe(true);
    expect(await swap(one, two)).toBe(false);
    expect(await store.readHead(REPOSITORY, "branch/main")).toMatchObject({ name: "branch/main", manifest: two });
    expect(await swap(one, undefined)).toBe(false);
    expect(await swap(two, undefined)).toBe(true);
    expect(await store.readHead(REPOSITORY, "branch/main")).toBeUndefined();
    expect(await store.repositories()).toEqual([]);
    expect(await swap(undefined, undefined)).toBe(true);
    expect(await swap(undefined, one)).toBe(true);
    expect(await store.repositories()).toEqual([REPOSITORY]);
  });

  test("heads are listed by prefix, by repository, sorted", async () => {
    const { store } = await open();
    const id = await putVersion(store, versionOf("one"));
    const names = ["branch/main", "branch/ma%_", "branch/MAIN", "commit/00ff", "branch/CON", "branch/a/../b"];
    for (const name of names) expect(await store.swapHead(REPOSITORY, name, undefined, id)).toBe(true);
    await store.swapHead("team/größe", "branch/other", undefined, id);
    const listed = async (repository: string, prefix?: string) =>
      (await store.listHeads(repository, prefix)).map(({ name }) => name);
    expect(await listed(REPOSITORY)).toEqual([...names].sort());
    expect(await listed(REPOSITORY, "branch/ma")).toEqual(["branch/ma%_", "branch/main"]);
    expect(await listed(REPOSITORY, "branch/ma%")).toEqual(["branch/ma%_"]);
    expect(await listed(REPOSITORY, "c")).toEqual(["commit/00ff"]);
    expect(await listed(REPOSITORY, "../")).toEqual([]);
    expect(await listed("team/größe")).toEqual(["branch/other"]);
    expect(await listed("team/none")).toEqual([]);
    expect(await store.repositories()).toEqual([REPOSITORY, "team/größe"].sort());
  });

  test.each(["main", "/main", "branch/", "Branch/main", "branch/a\0b", "branch/\ud800", `branch/${"x".repeat(301)}`])(
    "the head's name %j is refused",
    async (name) => {
      const { store } = await open();
      await expect(store.readHead(REPOSITORY, name)).rejects.toEqual(code("remote_invalid"));
    },
  );

  test("the longest names are accepted", async () => {
    const { store } = await open();
    const id = await putVersion(store, versionOf("one"));
    const [repository, name] = ["ö".repeat(200), `branch/${"日".repeat(300)}`];
    expect(await store.swapHead(repository, name, undefined, id)).toBe(true);
    expect(await store.listHeads(repository)).toMatchObject([{ name, manifest: id }]);
  });

  test("a head is not moved to a version that is not whole", async () => {
    const { store } = await open();
    const version = versionOf("here", "not here");
    await store.putPages([version.pages[0]!]);
    const swap = () => store.swapHead(REPOSITORY, "branch/main", undefined, version.manifest.id);
    await expect(swap()).rejects.toEqual(code("remote_conflict"));
    await store.putPages([version.manifest]);
    await expect(swap()).rejects.toThrow("1 page of the version is not in");
    expect(await store.readHead(REPOSITORY, "branch/main")).toBeUndefined();
    await store.putPages(version.pages);
    expect(await swap()).toBe(true);
    await store.putPages([textPage("no manifest")]);
    await expect(store.swapHead(REPOSITORY, "branch/b", undefined, textPage("no manifest").id)).rejects.toEqual(
      code("remote_damaged"),
    );
  });

  test("of two pushers that read the same head, one moves it", async () => {
    const { place, store } = await open();
    const other = await openAt(place);
    const ids = await Promise.all(["a", "b"].map((name) => putVersion(store, versionOf(name))));
    const moved = await Promise.all(
      [store, other].map((one, i) => one.swapHead(REPOSITORY, "branch/main", undefined, ids[i])),
    );
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect((await other.readHead(REPOSITORY, "branch/main"))?.manifest).toBe(ids[moved.indexOf(true)]);
  });

  test("collection keeps what a head leads to, or led to a short while ago, and removes the rest", async () => {
    const { place, store } = await open();
    const [old, replaced, latest] = [versionOf("old", "kept"), versionOf("replaced"), versionOf("latest", "kept")];
    await putVersion(store, old);
    await store.swapHead(REPOSITORY, "branch/main", undefined, old.manifest.id);
    await putVersion(store, replaced);
    await store.swapHead(REPOSITORY, "branch/main", old.manifest.id, replaced.manifest.id);
    await store.putPages([textPage("never reached")]);
    expect(await store.collectPages()).toMatchObject({ reachedPages: 5, removedPages: 0, removedBytes: 0 });
    await place.age(8 * DAY_MS);
    await putVersion(store, latest);
    await store.swapHead(REPOSITORY, "branch/main", replaced.manifest.id, latest.manifest.id);
    await store.putPages([textPage("a push under way")]);
    // "old" and its manifest, and "never reached"; a reader may still be reading what was replaced now.
    expect(await store.collectPages()).toMatchObject({ reachedPages: 5, removedPages: 3 });
    const pages = [...old.pages, ...replaced.pages, ...latest.pages, replaced.manifest, latest.manifest];
    expect(await store.missingPages(pages.map(({ id }) => id))).toEqual([old.pages[0]!.id]);
    await place.age(8 * DAY_MS);
    expect(await store.collectPages()).toMatchObject({ reachedPages: 3, removedPages: 3 });
    expect((await store.readPages(latest.pages.map(({ id }) => id))).size).toBe(2);
  });

  test("a page that a pusher found is kept for the grace time", async () => {
    const { place, store } = await open();
    const [found, notFound] = [textPage("found"), textPage("not found")];
    await store.putPages([found, notFound]);
    await place.age(8 * DAY_MS);
    expect(await store.missingPages([found.id])).toEqual([]);
    expect(await store.collectPages()).toMatchObject({ removedPages: 1 });
    expect(await store.missingPages([found.id, notFound.id])).toEqual([notFound.id]);
  });

  test("a manifest that cannot be read stops the collection before it removes anything", async () => {
    const { place, store } = await open();
    const { manifest, pages } = versionOf("page ".repeat(100));
    await putVersion(store, { manifest, pages });
    await store.swapHead(REPOSITORY, "branch/main", undefined, manifest.id);
    await place.damagePage(manifest.id);
    await place.age(8 * DAY_MS);
    await expect(store.collectPages()).rejects.toEqual(code("remote_damaged"));
    expect(await store.missingPages([pages[0]!.id, manifest.id])).toEqual([manifest.id]);
    await store.putPages([manifest]);
    expect(await store.collectPages()).toMatchObject({ reachedPages: 2, removedPages: 0 });
  });

  test("the manifest of a newer program asks for an update", async () => {
    const { store } = await open();
    const bytes = encodeManifest([]);
    bytes[4] = 2;
    await store.putPages([pageOf(bytes)]);
    await expect(store.swapHead(REPOSITORY, "branch/main", undefined, pageOf(bytes).id)).rejects.toEqual(
      code("remote_too_new"),
    );
  });

  test("a place without a store says so, and creating twice opens it", async () => {
    const place = await make();
    await expect(openRemote(place.url)).rejects.toEqual(code("remote_not_found"));
    const [one, two] = await Promise.all([openAt(place), openAt(place)]);
    await one.putPages([textPage("a")]);
    expect(await two.missingPages([textPage("a").id])).toEqual([]);
  });
});
