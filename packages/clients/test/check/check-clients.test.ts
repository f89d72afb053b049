/** Tests of the check of clients' files. Server answers are stubbed; the tests of the command line start real servers. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClientFinding, checkClients } from "../../src/check/check-clients.js";
import type { ProbeResult, ServerStart } from "../../src/check/probe.js";
import { CLIENTS } from "../../src/clients/table.js";
import { clientsNamed } from "../../src/setup/plan.js";
import { Scene } from "../support/scene.js";

let scene: Scene;
let script: string;
beforeEach(() => {
  scene = new Scene();
  script = join(scene.root, "bundle", "sdl.js");
  scene.write(script, "");
  scene.write(join(scene.root, "bin", "node"), "", 0o755);
});
afterEach(() => scene.remove());

const ANSWER: ProbeResult = { tools: [{ name: "sdl_context" }], instructions: "Ask.", listMs: 12.4, callMs: 3.2 };

async function check(probed: ProbeResult = ANSWER, starts: ServerStart[] = []): Promise<string[]> {
  const findings = await checkClients({
    place: scene.place,
    program: { script, node: "node" },
    cwd: scene.root,
    probe: (start) => {
      starts.push(start);
      return Promise.resolve(probed);
    },
    countTokens: (text) => text.length,
  });
  return findings.map(line);
}

function line({ level, subject, text, advice = "", fix }: ClientFinding): string {
  return `${level} ${subject}: ${text.replaceAll(scene.root, "<root>")} -> ${advice.replaceAll(scene.root, "<root>")}${fix === undefined ? "" : " (fixable)"}`;
}

const set = (id: string, from = script) => scene.set(clientsNamed([id]), "user", { script: from });

test("there are no findings if no client's file names sdl", async () => {
  scene.write(scene.pathOf(CLIENTS[0]!, "user"), "{ broken");
  expect(await check()).toEqual([]);
});

test("each distinct command line is tried once, as the client would start it", async () => {
  set("claude-code");
  set("gemini");
  const starts: ServerStart[] = [];
  expect(await check(ANSWER, starts)).toEqual([
    "ok claude-code: 1 tools for 28 tokens with instructions, listed in 12 ms, a call in 3 ms -> ",
    "ok gemini: 1 tools for 28 tokens with instructions, listed in 12 ms, a call in 3 ms -> ",
  ]);
  expect(starts).toMatchObject([{ command: "node", args: [script, "serve", "--stdio"], cwd: scene.root }]);
});

test("the server gets the environment variables of the client's entry", async () => {
  set("claude-code");
  const path = scene.pathOf(CLIENTS[0]!, "user");
  scene.write(path, scene.read(path).replace('"command"', '"env": { "SDL_HOME": "/elsewhere" }, "command"'));
  const starts: ServerStart[] = [];
  await check(ANSWER, starts);
  expect(starts[0]?.env).toMatchObject({ SDL_HOME: "/elsewhere", PATH: join(scene.root, "bin") });
});

test.each([
  [
    "a program that does not exist",
    "/gone/sdl.js",
    "problem gemini: the entry starts /gone/sdl.js, which does not exist -> sdl init --client gemini --user (fixable)",
  ],
])("%s", async (_title, from, expected) => {
  set("gemini", from);
  expect(await check()).toEqual([expected]);
});

test("a command that is not on the PATH is a problem", async () => {
  set("gemini");
  const path = scene.pathOf(clientsNamed(["gemini"])[0]!, "user");
  scene.write(path, scene.read(path).replace('"node"', '"nodex"'));
  expect(await check()).toEqual([
    "problem gemini: the entry starts nodex, which does not exist -> sdl init --client gemini --user (fixable)",
  ]);
});

test("a program in a temporary cache is a problem", async () => {
  const cached = join(scene.root, "_npx", "1", "sdl.js");
  set("gemini");
  scene.write(cached, "");
  const path = scene.pathOf(clientsNamed(["gemini"])[0]!, "user");
  scene.write(path, scene.read(path).replace(script, cached));
  expect(await check()).toEqual([
    "problem gemini: the entry starts <root>/_npx/1/sdl.js, which is in a temporary cache -> sdl init --client gemini --user (fixable)",
  ]);
});

test("another working installation is reported, and not fixed", async () => {
  const other = join(scene.root, "other", "sdl.js");
  scene.write(other, "");
  set("gemini", other);
  expect(await check()).toEqual([
    "ok gemini: 1 tools for 28 tokens with instructions, listed in 12 ms, a call in 3 ms -> ",
    "note gemini: the entry starts another installation of sdl: <root>/other/sdl.js -> sdl init --client gemini --user",
  ]);
});

test("a server that does not answer is reported with its last output", async () => {
  set("gemini");
  expect(await check({ problem: "Connection closed", said: "one\nno such option\n" })).toEqual([
    "problem gemini: the server does not answer: Connection closed (its output: no such option) -> run the command by hand to see its errors: node <root>/bundle/sdl.js serve --stdio",
  ]);
});

test("a file that names sdl and cannot be parsed is a problem", async () => {
  set("gemini");
  const path = scene.pathOf(clientsNamed(["gemini"])[0]!, "user");
  scene.write(path, scene.read(path).trimEnd().slice(0, -1));
  expect(await check()).toEqual([
    expect.stringMatching(/^problem gemini: line 7 is not valid JSON .* -> correct line 7$/),
  ]);
});

test("a disabled server and one with the client's variables are not started", async () => {
  set("gemini");
  set("opencode");
  const [gemini, opencode] = ["gemini", "opencode"].map((id) => scene.pathOf(clientsNamed([id])[0]!, "user"));
  scene.write(gemini!, scene.read(gemini!).replace('"--stdio"', `"--stdio", "$${"{workspaceFolder}"}"`));
  scene.write(opencode!, scene.read(opencode!).replace('"enabled": true', '"enabled": false'));
  const starts: ServerStart[] = [];
  expect(await check(ANSWER, starts)).toEqual([
    "note gemini: not tried: the command line contains variables that only the client resolves -> ",
    "note opencode: the server is disabled in this file -> ",
  ]);
  expect(starts).toEqual([]);
});

test("hooks and instructions of another version are reported", async () => {
  scene.set(clientsNamed(["claude-code"]), "user", { kinds: ["hooks", "instructions"], script: "/old/sdl.js" });
  const path = join(scene.place.home ?? "", ".claude", "CLAUDE.md");
  scene.write(path, scene.read(path).replace("Code context", "Old context"));
  expect(await check()).toEqual([
    "note claude-code: the hook differs from what this version writes -> sdl init --client claude-code --user --hooks (fixable)",
    "note claude-code: the instructions differ from those of this version -> sdl init --client claude-code --user --instructions (fixable)",
  ]);
});

test("from a repository's file only this very program is run, in the user's own environment", async () => {
  const cursor = clientsNamed(["cursor"]);
  scene.set(cursor, "project", { script });
  const path = scene.pathOf(cursor[0]!, "project");
  const own = scene.read(path);
  scene.write(path, own.replace('"command"', '"env": { "NODE_OPTIONS": "--require ./evil.js" }, "command"'));
  const starts: ServerStart[] = [];
  expect(await check(ANSWER, starts)).toEqual([expect.stringMatching(/^ok cursor/)]);
  expect(starts[0]?.env).not.toHaveProperty("NODE_OPTIONS");
  const evil = join(scene.place.project ?? "", "evil", "sdl.js");
  scene.write(evil, "");
  scene.write(path, own.replace(script, evil));
  expect(await check(ANSWER, starts)).toEqual([
    "note cursor: not tried: the repository's file starts another program than this one (node <root>/repo/evil/sdl.js serve --stdio) -> ",
  ]);
  expect(starts).toHaveLength(1);
});

test("a server slower than its client waits is reported, unless the client is configured to wait", async () => {
  set("codex");
  set("gemini");
  const slow = { ...ANSWER, listMs: 1400 };
  expect(await check(slow)).toEqual([
    expect.stringMatching(/^ok codex/),
    "note codex: Codex waits 1000 ms for a server, then begins without its tools -> add required = true to [mcp_servers.sdl]: Codex then waits for it",
    expect.stringMatching(/^ok gemini/),
  ]);
  const path = scene.pathOf(clientsNamed(["codex"])[0]!, "user");
  scene.write(path, `${scene.read(path)}required = true\n`);
  expect(await check(slow)).toEqual([expect.stringMatching(/^ok codex/), expect.stringMatching(/^ok gemini/)]);
});
