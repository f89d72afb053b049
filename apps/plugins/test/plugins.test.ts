/** The plugins as they are laid out: what they say, and the server in each of them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../scripts/make.mjs", import.meta.url));
const OUTPUT = fileURLToPath(new URL("../out/", import.meta.url));
const TARGET = `${process.platform}-${process.arch}`;
const PROGRAM = JSON.parse(readFileSync(new URL("../../../packages/cli/package.json", import.meta.url), "utf8"));

function make(...args: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8" });
}

function read(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}

beforeAll(() => {
  const { status, stderr } = make("--stage", "--repository", "someone/sdl");
  expect([status, stderr]).toEqual([0, ""]);
});

/** Of each its folder, the file with its version, and the one that its server stands in. */
const PLUGINS = {
  "claude-code": { manifest: ".claude-plugin/plugin.json", server: ".mcp.json" },
  "gemini-cli": { manifest: "gemini-extension.json", server: "gemini-extension.json" },
  mcpb: { manifest: "manifest.json", server: "manifest.json" },
};

for (const [name, { manifest, server }] of Object.entries(PLUGINS)) {
  const folder = join(OUTPUT, TARGET, name);

  test(`${name} says one version, and its server answers from where it lies`, async () => {
    expect(read(join(folder, manifest)).version).toBe(PROGRAM.version);
    const said = read(join(folder, server));
    const { command, args } = said.server?.mcp_config ?? said.mcpServers.sdl;
    const place = mkdtempSync(join(tmpdir(), "sdl-plugin-"));
    writeFileSync(join(place, "a.ts"), "export function alone() {}\n");
    const transport = new StdioClientTransport({
      command: command === "node" ? process.execPath : command,
      args: args.map((arg: string) => arg.replace(/^\$\{\w+\}/, folder)),
      cwd: place,
      env: { SDL_HOME: join(place, "home"), SDL_BACKGROUND: "off", PATH: dirname(process.execPath) },
      stderr: "ignore",
    });
    const client = new Client({ name: "test", version: "0" });
    try {
      await client.connect(transport);
      expect(client.getServerVersion()?.version).toBe(PROGRAM.version);
      const { content } = await client.callTool({ name: "sdl_search", arguments: { query: "alone" } });
      expect(JSON.stringify(content)).toContain("a.ts:1");
    } finally {
      await client.close();
      rmSync(place, { recursive: true, force: true });
    }
  });

  test(`${name} holds what it names`, () => {
    for (const file of ["README.md", "LICENSE", "server/bundle/sdl.js", "server/bundle/THIRD-PARTY-LICENSES.txt"])
      expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  });
}

test("the marketplace and the registry's entry say the same version", () => {
  const marketplace = read(join(OUTPUT, TARGET, "claude-code/.claude-plugin/marketplace.json"));
  const entry = read(join(OUTPUT, "server.json"));
  expect(marketplace.plugins.map(({ version }: { version: string }) => version)).toEqual([PROGRAM.version]);
  expect([entry.version, entry.packages[0].version]).toEqual([PROGRAM.version, PROGRAM.version]);
  expect(entry.name).toBe("io.github.someone/sdl");
  expect(entry.packages[0].identifier).toBe(PROGRAM.name);
  // The registry's own bound.
  expect(entry.description.length).toBeLessThanOrEqual(100);
});

test.each([
  [["--target", "plan9-mips"], "no such target: plan9-mips; there are linux-x64,"],
  [["--repository", "no repository"], "--repository takes OWNER/NAME"],
])("%j is an error that says what is right", (args, message) => {
  const { status, stderr } = make(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
