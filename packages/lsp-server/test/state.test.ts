/** Tests of `sdl/state`: notifications about the client's folders. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Editor, type EditorOptions, eventually, Place } from "./client.js";
import { EXAMPLE } from "./example.js";

interface FolderState {
  readonly folder: string;
  readonly phase: { readonly kind: string; readonly percent?: number; readonly reason?: string };
  readonly index?: {
    readonly version: string;
    readonly files: number;
    readonly symbols: number;
    readonly indexedAt: string;
  };
  readonly lag?: { readonly kind: string };
  readonly dirtyFiles?: number;
  readonly pendingFiles?: number;
}

let place: Place;
let root: string;
const editors: Editor[] = [];
beforeEach(() => {
  place = new Place();
  root = place.addRepository("shapes", EXAMPLE);
});
afterEach(async () => {
  await Promise.all(editors.splice(0).map((editor) => editor.kill()));
  place.remove();
});

async function start(options: Partial<EditorOptions> = {}, state = true) {
  const editor = await Editor.start(place, { folders: [root], initializationOptions: { state }, ...options });
  const told: FolderState[][] = [];
  editor.connection.onNotification("sdl/state", ({ folders }: { folders: FolderState[] }) => void told.push(folders));
  editors.push(editor);
  const last = (fits: (folders: readonly FolderState[]) => boolean) => eventually(() => told.at(-1) ?? [], fits);
  return { editor, told, last };
}

const isReady = ([state]: readonly FolderState[]) => state?.phase.kind === "ready" && state.index !== undefined;

test("the state of an unindexed folder shows the indexing percentage, then the size of the index", async () => {
  const { told, last, editor } = await start({ capabilities: { window: { workDoneProgress: true } } });
  let progress = 0;
  editor.connection.onRequest("window/workDoneProgress/create", () => {
    progress++;
    return null;
  });
  const [state] = await last(isReady);
  expect(state).toMatchObject({ folder: pathToFileURL(root).href, lag: { kind: "none" }, dirtyFiles: 0 });
  expect(state?.index?.files).toBe(Object.keys(EXAMPLE).length);
  expect(state?.index?.symbols).toBeGreaterThan(5);
  expect(Date.parse(state?.index?.indexedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  const percents = told.flatMap(([{ phase } = { phase: { kind: "" } }]) => phase.percent ?? []);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  // The state is shown instead of progress.
  expect(progress).toBe(0);
});

test("unsaved text and a new index version are each reported once", async () => {
  place.sdl(root, "index");
  const { editor, told, last } = await start();
  const [before] = await last(isReady);
  const uri = await editor.open(join(root, "src/shapes.ts"), EXAMPLE["src/shapes.ts"]);
  await editor.change(uri, 2, `${EXAMPLE["src/shapes.ts"]}\nexport const more = 1;\n`);
  await last(([state]) => state?.dirtyFiles === 1 && state.pendingFiles === 0);
  await editor.change(uri, 3, EXAMPLE["src/shapes.ts"]);
  await last(([state]) => state?.dirtyFiles === 0);
  appendFileSync(join(root, "src/shapes.ts"), "\nexport const written = 1;\n");
  const [after] = await last(
    ([state]) => state?.index?.version !== before?.index?.version && state?.lag?.kind === "none",
  );
  expect(after?.index?.symbols).toBe((before?.index?.symbols ?? 0) + 1);
  const texts = told.map((folders) => JSON.stringify(folders));
  expect(texts.filter((text, at) => text === texts[at - 1])).toEqual([]);
});

test("a folder without sources reports the reason for having no index; one added later is indexed", async () => {
  const empty = place.addRepository("empty", { "README.md": "# Nothing\n" });
  const { editor, last } = await start({ folders: [empty] });
  await last(([state]) => state?.phase.kind === "none" && state.phase.reason?.includes("nothing to index") === true);
  const added = [{ uri: pathToFileURL(root).href, name: "shapes" }];
  const event = { added, removed: [{ uri: pathToFileURL(empty).href, name: "empty" }] };
  await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event });
  const folders = await last((states) => states.length === 1 && isReady(states));
  expect(folders[0]?.folder).toBe(pathToFileURL(root).href);
});

test.each([[undefined], [{ workspace: { workspaceFolders: true } }]])(
  "a removed folder is no longer reported, whether or not the client declares support for folder changes: %j",
  async (capabilities) => {
    const other = place.addRepository("other", EXAMPLE);
    const { editor, last } = await start({
      folders: [root, other],
      ...(capabilities === undefined ? {} : { capabilities }),
    });
    await last((states) => states.length === 2 && states.every((state) => isReady([state])));
    const removed = [{ uri: pathToFileURL(other).href, name: "other" }];
    await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added: [], removed } });
    expect(await last((states) => states.length === 1)).toMatchObject([{ folder: pathToFileURL(root).href }]);
  },
);

test("if indexing needs a request, the state says so, and the user can request it", async () => {
  const { editor, last } = await start({ args: ["--no-auto-index"] });
  const [state] = await last(([one]) => one?.phase.kind === "none");
  expect(state?.phase.reason).toContain("not indexed");
  await editor.request("sdl/reindex", { folder: pathToFileURL(root).href });
  await last(isReady);
  mkdirSync(join(root, "later"));
  place.write(root, "later/a.ts", "export function watchedToo() {}\n");
  const found = await eventually(
    () => editor.request<object[]>("workspace/symbol", { query: "watchedToo" }),
    (symbols) => symbols.length > 0,
  );
  expect(found[0]).toMatchObject({ name: "watchedToo" });
});

test("a client that does not request sdl/state gets none", async () => {
  const { editor, told } = await start({}, false);
  await eventually(
    () => editor.request<object[]>("workspace/symbol", { query: "Square" }),
    (symbols) => symbols.length > 0,
  );
  expect(told).toEqual([]);
});
