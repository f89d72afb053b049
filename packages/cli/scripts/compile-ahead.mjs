/**
 * Compiles the bundle's hot functions ahead of time: runs a server on a small example, asks it what agents ask, and
 * keeps what V8 compiled beside the chunks. V8 compiles functions that these calls never reach at their first use.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("compiled-run.mjs", import.meta.url));

const EXAMPLE = {
  "src/token.ts": `import { fail } from "./errors";

/** What a session rests on. */
export interface Token { readonly user: string; readonly exp: number }

/** Decodes a token. Throws when it has expired. */
export function decodeToken(text: string, now = Date.now()): Token {
  const token = JSON.parse(text) as Token;
  if (token.exp < now) fail("expired");
  return token;
}
`,
  "src/errors.ts": `export class TokenError extends Error {}
export function fail(reason: string): never {
  throw new TokenError(reason);
}
`,
  "test/token.test.ts": `import { decodeToken } from "../src/token";
test("decodes a token", () => decodeToken("{}"));
`,
  "tools/report.py": `"""Prints a report."""
import os


class Report:
    """What is printed."""

    def write(self, path: str) -> None:
        if not path:
            raise ValueError("no path")
        with open(path, "w") as file:
            file.write(os.environ["REPORT"])
`,
};

const clientInfo = { name: "build", version: "0" };
const tool = (name, args) => ({ method: "tools/call", params: { name, arguments: args } });
/** Messages of a client, in order; messages without an id get no answer. @param repository a folder without an index */
const messagesFor = (repository) => [
  { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list", params: {} },
  { id: 3, ...tool("sdl_repo_register", { rootPath: repository }) },
  { id: 4, ...tool("sdl_index_refresh", {}) },
  { id: 5, ...tool("sdl_symbol_search", { query: "decode" }) },
  { id: 6, ...tool("sdl_symbol_search", { query: "write a report to a file" }) },
  { id: 7, ...tool("sdl_symbol_getCard", { symbolRef: { name: "decodeToken" } }) },
  { id: 8, ...tool("sdl_file_outline", { file: "src/token.ts" }) },
  { id: 9, ...tool("sdl_slice_build", { taskText: "fix: decodeToken throws before the token has expired" }) },
  { id: 10, ...tool("sdl_repo_status", {}) },
];

/** The event of a hook after an agent searched with its own tool. */
const HOOK_EVENT = {
  hook_event_name: "PostToolUse",
  tool_input: { pattern: "decodeToken" },
  tool_response: { content: "src/token.ts:7:export function decodeToken(text: string, now = Date.now()): Token {" },
};

/** @param bundle the folder of the chunks @throws {Error} if the bundle cannot answer */
export async function compileAhead(bundle) {
  const work = mkdtempSync(join(tmpdir(), "sdl-compile-"));
  try {
    const repository = join(work, "repository");
    for (const [path, text] of Object.entries(EXAMPLE)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
    const options = { cwd: repository, env: { ...process.env, SDL_HOME: join(work, "home") } };
    const server = spawn(process.execPath, [RUN, bundle, "serve", "--stdio"], {
      ...options,
      stdio: ["pipe", "pipe", "inherit"],
    });
    await talk(server, messagesFor(repository));
    const hook = spawnSync(process.execPath, [RUN, bundle, "augment"], {
      ...options,
      input: JSON.stringify(HOOK_EVENT),
      encoding: "utf8",
    });
    if (!hook.stdout.includes("decodeToken"))
      throw new Error(`the bundle cannot answer a hook: ${hook.stdout}${hook.stderr}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function talk(server, messages) {
  const ended = once(server, "close");
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  for (const message of messages) {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    if (message.id === undefined) continue;
    const { value = "{}" } = await answers.next();
    const { result } = JSON.parse(value);
    if (result === undefined || result.isError) throw new Error(`the bundle cannot answer ${message.method}: ${value}`);
  }
  server.stdin.end();
  const [status] = await ended;
  if (status !== 0) throw new Error(`the server ended with ${status}`);
}
