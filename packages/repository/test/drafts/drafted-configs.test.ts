/** Drafts of configuration: they count from a checkpoint on, and change what imports lead to until they are closed. */
import { expect, test } from "vitest";
import { draftedGraph, draftedPlace, Editor, linksOf, openDrafted } from "./drafted-place.js";

const FILES = {
  "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["old/*"] } } }\n',
  "old/tool.ts": "export function tool(): void {}\n",
  "new/tool.ts": "export function tool(): void {}\n",
  "app.ts": 'import { tool } from "~/tool";\nexport function run() {\n  tool();\n}\n',
};
const MOVED = '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["new/*"] } } }\n';
const TO_OLD = ["call old/tool.ts#tool"];
const TO_NEW = ["call new/tool.ts#tool"];

test("a draft of a project file changes what imports lead to from the next checkpoint on, in every process", async () => {
  const place = await draftedPlace(FILES);
  const other = await openDrafted(place);
  const { repository } = place;
  const editor = new Editor(repository);
  const pushed = await editor.push("tsconfig.json", MOVED);
  expect(pushed).toMatchObject({ accepted: true, isParseScheduled: false });
  expect(repository.drafts.status(undefined)).toMatchObject({ pending: 1, held: ["tsconfig.json"], dirty: 1 });
  const before = await repository.drafted();
  expect(linksOf(before!.graph, "app.ts#run", "outgoing")).toEqual(TO_OLD);
  expect(linksOf(await draftedGraph(repository), "app.ts#run", "outgoing")).toEqual(TO_NEW);
  expect(repository.drafts.status(undefined)).toMatchObject({ pending: 0, held: [] });
  expect(linksOf(await draftedGraph(other.repository), "app.ts#run", "outgoing")).toEqual(TO_NEW);
  await editor.close("tsconfig.json");
  expect(await repository.drafted()).toBeUndefined();
  expect(linksOf(repository.snapshot(), "app.ts#run", "outgoing")).toEqual(TO_OLD);
  expect([...place.faults, ...other.faults]).toEqual([]);
});

test("a source typed into while a draft of configuration counts is linked by it", async () => {
  const { repository } = await draftedPlace(FILES);
  const editor = new Editor(repository);
  await editor.push("tsconfig.json", MOVED);
  await draftedGraph(repository);
  await editor.push("app.ts", `${FILES["app.ts"]}export const more = () => tool();\n`);
  expect(linksOf(await draftedGraph(repository), "app.ts#more", "outgoing")).toEqual(TO_NEW);
});

test("a draft of a file that is source and configuration counts as both", async () => {
  const { repository } = await draftedPlace({
    "setup.py": 'from setuptools import setup\n\nsetup(name="drawn")\n',
    "lib/tool.py": "def tool():\n    pass\n",
    "app/main.py": "from tool import tool\n\n\ndef run():\n    tool()\n",
  });
  const outgoing = async () => linksOf(await draftedGraph(repository), "app/main.py#run", "outgoing");
  const editor = new Editor(repository);
  await editor.push("setup.py", 'from setuptools import setup\n\nsetup(name="drawn", package_dir={"": "lib"})\n');
  expect(await outgoing()).toEqual(["call lib/tool.py#tool"]);
});

test("configuration that is too large for an index counts as absent", async () => {
  const { repository } = await draftedPlace(FILES);
  await new Editor(repository).push("tsconfig.json", `${MOVED}// ${"x".repeat(1_100_000)}\n`);
  expect((await draftedGraph(repository)).configs().map(({ path }) => path)).toEqual([]);
});
