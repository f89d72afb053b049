/** Tests of an editor's requests, in every position encoding. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Hover,
  Location,
  SymbolInformation,
} from "vscode-languageserver-protocol";
import { Editor, eventually, Place } from "./client.js";
import { EXAMPLE, type ExampleFile, rangeOf } from "./example.js";

const place = new Place();
const root = place.addRepository("shapes", { ...EXAMPLE, "lib/closed.py": "# 😀\ndef closed():\n    pass\n" });
beforeAll(() => {
  place.sdl(root, "index");
});
afterAll(() => place.remove());

const ENCODINGS = ["utf-8", "utf-16", "utf-32"] as const;

describe.each(ENCODINGS)("%s", (encoding) => {
  let editor: Editor;
  const uris = new Map<string, string>();
  beforeAll(async () => {
    editor = await Editor.start(place, { folders: [root], encodings: [encoding] });
    for (const [path, text] of Object.entries(EXAMPLE)) uris.set(path, await editor.open(join(root, path), text));
    await eventually(
      () => editor.request<SymbolInformation[]>("workspace/symbol", { query: "Square" }),
      (found) => found.length > 0,
    );
  });
  afterAll(() => editor.stop());

  const rangeIn = (file: ExampleFile, text: string, nth = 1) => rangeOf(EXAMPLE[file], text, encoding, nth);
  const locationIn = (file: ExampleFile, text: string, nth = 1): Location => ({
    uri: uriOf(file),
    range: rangeIn(file, text, nth),
  });
  const uriOf = (file: ExampleFile) => uris.get(file) ?? "";
  const hoverOn = (file: ExampleFile, text: string, nth = 1) =>
    editor.at<Hover | null>("hover", uriOf(file), rangeIn(file, text, nth).start);
  const textOf = (hover: Hover | null) => JSON.stringify(hover?.contents ?? null);

  test("the server accepts the encoding", () => {
    expect(editor.initialized.capabilities.positionEncoding).toBe(encoding);
  });

  test("hover shows the card of the symbol that a name refers to: an aliased call, a member, a constant, an import", async () => {
    const sum = await hoverOn("src/main.ts", "sum(");
    expect(sum?.range).toEqual(rangeIn("src/main.ts", "sum", 2));
    expect(textOf(sum)).toContain("```typescript\\ntotal(shapes: readonly Shape[]): number\\n```");
    expect(textOf(sum)).toContain("src/shapes.ts:9");
    expect(textOf(await hoverOn("src/main.ts", "area()"))).toContain("Square.area");
    expect(textOf(await hoverOn("src/main.ts", "LIMIT", 2))).toContain("const LIMIT = 3");
    expect(textOf(await hoverOn("src/main.ts", "LIMIT"))).toContain("const LIMIT = 3");
    expect(textOf(await hoverOn("tools/report.py", "größe(s)"))).toContain("The size of a text 😀.");
    expect(textOf(await hoverOn("src/old.ts", "one();"))).toContain("src/old.ts:1");
  });

  test("a request about a document that is not open uses its text on disk", async () => {
    const uri = pathToFileURL(join(root, "lib/closed.py")).href;
    const hover = await editor.at<Hover | null>("hover", uri, { line: 1, character: 5 });
    expect(textOf(hover)).toContain("lib/closed.py:2");
  });

  test("hover on a local variable, a blank or an unknown file is empty", async () => {
    expect(await hoverOn("src/main.ts", "área")).toBeNull();
    expect(await hoverOn("src/main.ts", " = ")).toBeNull();
    expect(await editor.at("hover", pathToFileURL(join(root, "none.ts")).href, { line: 0, character: 0 })).toBeNull();
  });

  test("references contain every place, and the declaration on request", async () => {
    const of = (file: ExampleFile, text: string, includeDeclaration: boolean) =>
      editor.at<Location[]>("references", uriOf(file), rangeIn(file, text).start, { context: { includeDeclaration } });
    expect(await of("tools/report.py", "größe", true)).toEqual([
      locationIn("tools/report.py", "größe"),
      locationIn("tools/report.py", "größe", 2),
      locationIn("tools/report.py", "größe", 3),
    ]);
    expect(await of("src/main.ts", "sum(", false)).toEqual([locationIn("src/main.ts", "sum", 2)]);
    expect(await of("src/old.ts", "one", false)).toEqual([locationIn("src/old.ts", "one", 2)]);
  });

  test("implementations of a type and of its member are found", async () => {
    const of = (text: string) =>
      editor.at<Location[]>("implementation", uriOf("src/shapes.ts"), rangeIn("src/shapes.ts", text).start);
    expect(await of("Shape ")).toEqual([locationIn("src/shapes.ts", "Square")]);
    expect(await of("area")).toEqual([locationIn("src/shapes.ts", "area", 2)]);
  });

  test("the call hierarchy returns callers and callees", async () => {
    const from = rangeIn("src/main.ts", "main").start;
    const [main] = await editor.at<CallHierarchyItem[]>("prepareCallHierarchy", uriOf("src/main.ts"), from);
    expect(main).toMatchObject({ name: "main", selectionRange: rangeIn("src/main.ts", "main") });
    expect(main?.range.end).toEqual({ line: 6, character: 1 });
    const outgoing = await editor.request<CallHierarchyOutgoingCall[]>("callHierarchy/outgoingCalls", { item: main });
    const byName = new Map(outgoing.map(({ to, fromRanges }) => [to.name, fromRanges]));
    expect(byName.get("total")).toEqual([rangeIn("src/main.ts", "sum", 2)]);
    expect(byName.get("area")).toEqual([rangeIn("src/main.ts", "area")]);
    const total = outgoing.find(({ to }) => to.name === "total")?.to;
    const incoming = await editor.request<CallHierarchyIncomingCall[]>("callHierarchy/incomingCalls", { item: total });
    expect(incoming).toEqual([
      { from: expect.objectContaining({ name: "main" }), fromRanges: [rangeIn("src/main.ts", "sum", 2)] },
    ]);
  });

  test("workspace symbols have the locations of their names", async () => {
    const found = await editor.request<SymbolInformation[]>("workspace/symbol", { query: "größe" });
    expect(found[0]).toMatchObject({ name: "größe", location: locationIn("tools/report.py", "größe") });
    const [area] = await editor.request<SymbolInformation[]>("workspace/symbol", { query: "Square.area" });
    expect(area).toMatchObject({
      name: "area",
      containerName: "Square",
      location: locationIn("src/shapes.ts", "area", 2),
    });
    expect(await editor.request("workspace/symbol", { query: "" })).toEqual([]);
  });
});
