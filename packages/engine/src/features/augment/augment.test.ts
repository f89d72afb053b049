/** Tests of hook events of each client, on an indexed repository. */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makePlace } from "@sdl/repository/testing";
import { loadTokenCounter } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import { openEngine } from "../../opened/open-engine.js";
import { indexRefresh } from "../refresh/index-refresh.action.js";
import { augment } from "./augment.js";
import { tokenUpperBound } from "./token-bound.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

function answer(event: object | string, reasons: string[] = []): string {
  const input = typeof event === "string" ? event : JSON.stringify({ cwd: example.root, ...event });
  const env = { SDL_HOME: join(dirname(example.root), "home") };
  return augment(input, { cwd: example.root, env, onNothingAdded: (reason) => reasons.push(reason) });
}

function added(event: object): string {
  const { hookSpecificOutput } = JSON.parse(answer({ hook_event_name: "PostToolUse", ...event }));
  return hookSpecificOutput.additionalContext;
}

const SEARCH = { tool_name: "Grep", tool_input: { pattern: "validateToken" } };

test("a search gets definitions, users and locations", () => {
  expect(added(SEARCH)).toMatchInlineSnapshot(`
    "The index knows:
    src/auth/token.ts:12 function validateToken(bearer: string, now: number): Token
      used by authenticate src/server.ts:7 and 1 more"
  `);
});

test("a file read gets the users in other files", () => {
  const path = join(example.root, "src/auth/token.ts");
  expect(added({ tool_name: "Read", tool_input: { file_path: path } })).toMatchInlineSnapshot(`
    "Used elsewhere, by line:
    12: validateToken is used by authenticate src/server.ts:7, testExpiredToken test/token.test.ts:3"
  `);
  const whole = added({ tool_input: { file_path: path } });
  const part = answer({ hook_event_name: "PostToolUse", tool_input: { file_path: path, offset: 1, limit: 1 } });
  expect(part.length).toBeLessThan(whole.length);
});

test("a file list gets the exported names of the files", () => {
  const response = `${join(example.root, "src/auth/token.ts")}\nsrc/nothing.ts\n`;
  const event = { tool_name: "Glob", tool_input: { pattern: "src/**/*.ts" }, tool_response: { filenames: [response] } };
  expect(added(event)).toMatchInlineSnapshot(`
    "The index knows:
    src/auth/token.ts defines Token, CLOCK_SKEW, validateToken"
  `);
});

test.each([
  ["another tool's name", { tool_name: "search_files", tool_input: { regex: "validateToken" } }],
  ["parameters in other fields", { toolName: "x", toolInput: { search_term: "validateToken" } }],
  ["parameters as JSON", { tool_input: JSON.stringify({ query: "validateToken" }) }],
  ["a shell command", { tool_input: { command: "cd src && rg -n -C 2 'validateToken\\(' --glob '*.ts' | head" } }],
  ["words of a shell command", { tool_input: { command: ["bash", "-lc", "git grep -n validateToken"] } }],
  ["a pattern with more", { tool_input: { pattern: "\\bfunction\\s+validateToken\\b" } }],
])("an event is recognised by its fields: %s", (_, event) => {
  expect(added(event)).toContain(added(SEARCH).split("\n")[1]);
});

test("each client gets its own answer format", () => {
  expect(Object.keys(JSON.parse(answer({ hook_event_name: "postToolUse", ...SEARCH })))).toEqual([
    "additional_context",
  ]);
  const gemini = JSON.parse(answer({ hook_event_name: "AfterTool", ...SEARCH }));
  expect(gemini.hookSpecificOutput.hookEventName).toBe("AfterTool");
  expect(answer({ hook_event_name: "postToolUse", tool_input: { pattern: "noSuchNameAnywhere" } })).toBe("{}\n");
});

test.each([
  ["no symbol has the name", { tool_input: { pattern: "noSuchNameAnywhere" } }, "the index has no facts"],
  ["a pattern has no name", { tool_input: { pattern: "^\\s+\\d{3}$" } }, "the index has no facts"],
  ["a file is not indexed", { tool_input: { file_path: "README.txt" } }, "the index has no facts"],
  [
    "the call writes a file",
    { tool_input: { file_path: "src/auth/token.ts", content: "validateToken" } },
    "the event is not a search",
  ],
  [
    "the command is neither a search nor a read",
    { tool_input: { command: "npm test -- validateToken" } },
    "the event is not a search",
  ],
  ["the folder does not exist", { cwd: "/no/such/folder", ...SEARCH }, "ENOENT"],
  ["the input is no JSON", "validateToken", "JSON"],
  ["the input is something else", "[1, null]", "the event is not a search"],
  ["there is no input", "", "JSON"],
])("adds nothing if %s", (_, event, reason) => {
  const reasons: string[] = [];
  expect(answer(event, reasons)).toBe("");
  expect(reasons).toEqual([expect.stringContaining(reason)]);
});

test("users in the files of the first hits are listed last", async () => {
  const { root, home, remove } = makePlace();
  const user = (name: string) => `import { read } from "./read";\nexport const ${name} = () => read();\n`;
  const files = { "a.ts": user("first"), "b.ts": user("second"), "read.ts": "export function read() {}\n" };
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  try {
    await engine.register({ rootPath: root, settings: {} });
    await indexRefresh.execute({}, { engine });
    const usersOf = (content: string) => {
      const event = {
        hook_event_name: "postToolUse",
        cwd: root,
        tool_input: { pattern: "read" },
        tool_response: { content },
      };
      return /used by (\w+) [^,]*, (\w+) /
        .exec(augment(JSON.stringify(event), { cwd: root, env: { SDL_HOME: home } }))
        ?.slice(1);
    };
    expect(usersOf("")).toEqual(["first", "second"]);
    expect(usersOf("a.ts:2:export const first = () => read();")).toEqual(["second", "first"]);
  } finally {
    await engine.close();
    remove();
  }
});

test("a definition in a file changed since it was indexed is marked", () => {
  appendFileSync(join(example.root, "src/auth/token.ts"), "\n// later\n");
  expect(added(SEARCH)).toContain("(changed since it was indexed)");
});

test("the token bound is never below the tokenizer's count, and at most a small factor above", async () => {
  const countTokens = await loadTokenCounter();
  const texts = [
    added(SEARCH),
    "django/contrib/admin/options.py:361 method BaseModelAdmin.get_queryset(self, request)\n  used by ModelAdmin.get_object django/contrib/admin/options.py:752",
    "src/compiler/transformers/es2015.ts:4821 function visitTemplateLiteral<T extends readonly unknown[]>(node: T, flags?: Record<string, number>): T",
    "пример/файл.ts:3 function имяФункции(значение: число)",
    "資料/檔案.ts:3 function 名稱(值: number)",
  ];
  for (const text of texts) {
    const tokens = countTokens(text);
    expect(tokenUpperBound(text)).toBeGreaterThanOrEqual(tokens);
  }
  expect(tokenUpperBound(texts[1] as string)).toBeLessThan(2 * countTokens(texts[1] as string));
});

test("without an index the hook adds nothing", () => {
  const reasons: string[] = [];
  rmSync(join(example.root, ".sdl"), { recursive: true });
  mkdirSync(join(example.root, ".git"));
  expect(answer(SEARCH, reasons)).toBe("");
  expect(reasons).toEqual([`${example.root} is not indexed`]);
});
