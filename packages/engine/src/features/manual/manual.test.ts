/** Tests of the manual and the action search, both generated from the table. */
import { loadTokenCounter } from "@sdl/slice";
import { expect, test } from "vitest";
import { ACTIONS, CATALOG } from "../../../test/client.js";
import { camelName } from "../../contract/names.js";
import { rankActions } from "./action-index.js";
import { searchActions } from "./search-actions.js";
import { type ManualRequest, writeManual } from "./write-manual.js";

const countTokens = await loadTokenCounter();

function manual(request: Partial<ManualRequest> = {}): { readonly manual: string; readonly tokenEstimate: number } {
  const plain = { format: "typescript", includeSchemas: false, includeExamples: false } as const;
  return writeManual(CATALOG, { ...plain, ...request }, countTokens) as ReturnType<typeof manual>;
}

test("tokens of each entry stay within the limits", async () => {
  const head = manual({ query: "zzzz" }).tokenEstimate;
  const costs = ACTIONS.map(({ name }) => `${camelName(name)} ${manual({ actions: [name] }).tokenEstimate - head}`);
  const listed = [`head ${head}`, ...costs, `all ${manual().tokenEstimate}`, ""].join("\n");
  await expect(listed).toMatchFileSnapshot("golden/entry-tokens.txt");
});

test("a TypeScript entry", () => {
  expect(
    manual({ actions: ["sdl_symbol_references"] })
      .manual.split("\n\n")
      .slice(1)
      .join("\n"),
  ).toMatchInlineSnapshot(`
    "/** Symbols that call, use, implement or test a symbol, or that it calls or extends, with the location of each reference. */
    symbolReferences({ symbol?: string; symbolId?: string; symbolRef?: string | SymbolRef; direction?: "callers" | "callees" | "references" | "implementations" | "supertypes" | "tests"; depth?: number; minConfidence?: number; cursor?: string; limit?: number; asOfVersion?: string }): { symbol { symbolId, name, kind, file, line }, direction, total, items? { symbolId, name, kind, file, line, confidence, depth, sites?[], moreSites? }[], cursor?, next?, hasMore, sanitized? }"
  `);
});

test("a Markdown entry with schemas and examples", () => {
  const request = { actions: ["symbolAt"], format: "markdown", includeSchemas: true, includeExamples: true } as const;
  expect(manual(request).manual.split("\n\n").slice(1).join("\n")).toMatchInlineSnapshot(`
    "### symbolAt (\`sdl.symbol.at\`)
    The innermost symbol at a line (and column) of a file, with its containers, innermost first.
    - \`repoId?\`: string. Name or path
    - \`file\`: string. Its path
    - \`line\`: number. 1..100000000. From 1
    - \`col?\`: number. 0..100000000. From 0, UTF-16 units; default: anywhere on the line
    - \`fresh?\`: true | false | "auto". default "auto". Index changed files first
    Returns \`{ symbol { symbolId, name, kind, file, line, range }, containers? { symbolId, name, kind, file, line }[], sanitized? }\`.
    Example: \`{"repoId":"my-app","file":"src/auth/token.ts","line":12}\`"
  `);
});

test.each(["typescript", "markdown", "json"] as const)(
  "%s names every action, and its token estimate is exact",
  (format) => {
    for (const includeSchemas of [false, true]) {
      const written = manual({ format, includeSchemas, includeExamples: true });
      expect(ACTIONS.filter(({ name }) => !written.manual.includes(camelName(name)))).toEqual([]);
      expect(countTokens(written.manual)).toBe(written.tokenEstimate);
    }
  },
);

test("JSON is valid JSON, with full schemas if requested", () => {
  const parsed = JSON.parse(manual({ format: "json", actions: ["symbolSearch"], includeSchemas: true }).manual);
  expect(parsed.actions[0]).toMatchObject({
    fn: "symbolSearch",
    parameters: { properties: { query: { type: "string" } } },
  });
});

test("an unknown action fails with similar names", () => {
  expect(() => manual({ actions: ["symbolSerch"] })).toThrow("Did you mean sdl.symbol.search");
});

test.each([
  ["who calls this function", "sdl.symbol.references"],
  ["find a symbol by name", "sdl.symbol.search"],
  ["context for fixing a bug from a stack trace", "sdl.slice.build"],
  ["structure of a file", "sdl.file.outline"],
  ["reindex after edits", "sdl.index.refresh"],
  ["several steps in one round trip", "sdl.chain"],
  ["forget a repository", "sdl.repo.unregister"],
  ["status: health and freshness of a repository", "sdl.repo.status"],
  ["how does one function reach another", "sdl.graph.path"],
])("%s: %s", (query, expected) => {
  expect(
    rankActions(ACTIONS, query)
      .map(({ action }) => action.name)
      .slice(0, 3),
  ).toContain(expected);
});

test("a search lists prerequisites, next actions and fallbacks, and its token estimate is exact", () => {
  const request = { query: "symbol card", limit: 3, includeSchemas: true, includeExamples: true };
  const found = searchActions(CATALOG, request, countTokens) as { actions: object[]; tokenEstimate: number };
  expect(found.actions[0]).toMatchObject({
    action: "sdl.symbol.getCard",
    schemaSummary: expect.stringContaining("symbolGetCard({"),
    example: { symbolRef: { name: "validateToken" } },
    prerequisites: ["sdl.symbol.search"],
    fallbacks: ["sdl.symbol.search"],
  });
  expect(found.actions.length).toBe(3);
  expect(found.tokenEstimate).toBe(countTokens(JSON.stringify(found.actions)));
});

test("every action named in a guide exists", () => {
  const named = ACTIONS.flatMap(({ guide }) =>
    [guide.prerequisites, guide.nextActions, guide.fallbacks].flatMap((list) => list ?? []),
  );
  expect(named.filter((one) => one.startsWith("sdl.") && !/^sdl(\.[a-zA-Z]+){1,3}$/.test(one))).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});
