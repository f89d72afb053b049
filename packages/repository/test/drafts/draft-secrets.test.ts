/** Secrets in drafts: none is on disk or in an answer, whether the draft is complete, broken, or of a dead process. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FactsPage, factsText } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { draftedGraph, draftedPlace, Editor, symbolsIn } from "./drafted-place.js";

/** Concatenated so that no scanner takes this file for a leak. */
const AWS_KEY = `AKIA${"Q3EGYTWZ5N7X"}K2LM`;
const PASSWORD = `Zx81${"Qp77Lm"}`;

const SOURCES: Readonly<Record<string, string>> = {
  "a.ts": `/** Uses ${AWS_KEY}. */
export const KEY = "${AWS_KEY}";
const password = "${PASSWORD}";
export function connect(key = "${AWS_KEY}") {
  return { password: "${PASSWORD}", readable: key };
}
`,
  "a.py": `"""Uses ${AWS_KEY}."""
KEY = "${AWS_KEY}"
password = "${PASSWORD}"


def connect(readable="${AWS_KEY}"):
    return login(password="${PASSWORD}")
`,
};

/** All bytes of all files of the store, the ledger included. */
function storedBytes(store: string): Buffer {
  const names = readdirSync(store, { recursive: true, encoding: "utf8" }).map((name) => join(store, name));
  return Buffer.concat(names.filter((name) => statSync(name).isFile()).map((name) => readFileSync(name)));
}

test.each(Object.keys(SOURCES))(
  "%s is stored, answered and parsed without its secrets, with all other text and positions unchanged",
  async (path) => {
    const text = SOURCES[path] ?? "";
    const { repository, store } = await draftedPlace({ "other.ts": "export const other = 1;\n" });
    await new Editor(repository).push(path, text);
    const graph = await draftedGraph(repository);
    const shown = (await repository.drafted())?.overlay.draft(path)?.text ?? "";
    for (const secret of [AWS_KEY, PASSWORD]) {
      expect(shown).not.toContain(secret);
      expect(factsText(graph.fileFacts(path) as FactsPage)).not.toContain(secret);
      expect(storedBytes(store).includes(secret)).toBe(false);
    }
    expect(storedBytes(store).includes("readable"), "text is stored in a form that this test can read").toBe(true);
    expect(shown).toHaveLength(text.length);
    expect(shown.split("\n").map((line) => line.length)).toEqual(text.split("\n").map((line) => line.length));
    expect(shown).toContain("readable");
    expect(symbolsIn(graph, path).map((symbol) => symbol.split(":")[0])).toContain("connect");
  },
);

test.each(Object.keys(SOURCES))("%s is stored without its secrets even if it cannot be parsed", async (path) => {
  const { repository, store } = await draftedPlace({ "other.ts": "export const other = 1;\n" });
  const editor = new Editor(repository);
  await editor.push(path, SOURCES[path] ?? "");
  await editor.push(path, `${SOURCES[path]}\n\n((( {{ readable`);
  await repository.drafts.checkpoint();
  const shown = (await repository.drafted())?.overlay.draft(path)?.text ?? "";
  const bytes = storedBytes(store);
  for (const secret of [AWS_KEY, PASSWORD]) {
    expect(shown).not.toContain(secret);
    expect(bytes.includes(secret)).toBe(false);
  }
  expect(bytes.includes("((( {{ readable")).toBe(true);
});

test("a secret that a draft deleted, or of a closed draft, is nowhere", async () => {
  const { repository, store } = await draftedPlace({ "other.ts": "export const other = 1;\n" });
  const editor = new Editor(repository);
  await editor.push("a.ts", SOURCES["a.ts"] ?? "");
  await editor.push("a.ts", "export const readable = 2;\n");
  await repository.drafts.checkpoint();
  await editor.push("a.py", SOURCES["a.py"] ?? "");
  await editor.close("a.py");
  const bytes = storedBytes(store);
  expect([AWS_KEY, PASSWORD].filter((secret) => bytes.includes(secret))).toEqual([]);
  expect(bytes.includes("readable")).toBe(true);
});
