/** Tests of `sdl init` and `sdl doctor` in the bundle, with a temporary home. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENTS } from "@sdl/clients";
import { DEFAULT_TOOLS, listedName } from "@sdl/engine";
import { afterEach, beforeEach, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../bundle/sdl.js", import.meta.url));

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "sdl-init-")));
  for (const folder of ["home", "repo/.git", "bin"]) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(process.execPath, join(root, "bin", "node"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Finding {
  readonly level: string;
  readonly subject: string;
  readonly text: string;
  readonly fixable?: boolean;
}

const sdl = (...args: string[]) => sdlIn("repo", ...args);

function sdlIn(folder: string, ...args: string[]) {
  const env = { PATH: join(root, "bin"), HOME: join(root, "home"), SDL_BACKGROUND: "off" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: join(root, folder),
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

function findings(...args: string[]): { status: number | null; of: (subject: string) => Finding[] } {
  const { status, stdout } = sdl("doctor", "--json", ...args);
  const { findings: all }: { readonly findings: Finding[] } = JSON.parse(stdout);
  return { status, of: (subject) => all.filter((one) => one.subject === subject) };
}

function put(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The output as a person reads it. */
function shown(text: string): string {
  return text
    .replaceAll(PROGRAM, "<program>")
    .replaceAll(root, "<root>")
    .replace(/[0-9a-f]{8}-[0-9a-f]{8}-/g, "<digests>-");
}

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("in an empty home, init lists the clients and the commands, and writes nothing", async () => {
  const { status, stdout } = sdl("init");
  expect(status).toBe(0);
  await expect(shown(stdout)).toMatchFileSnapshot("golden/init-nothing.txt");
  expect(sdl("init", "--all-found")).toEqual({ status: 0, stdout, stderr: "" });
  expect(readdirSync(join(root, "home"))).toEqual([]);
});

test("a client is found, previewed, added, kept on a second run, and removed", async () => {
  mkdirSync(join(root, "home", ".codex"));
  const text =
    '{\n  // mine\n  "mcpServers": {\n    "other": { "env": { "GITHUB_TOKEN": "ghp_0123456789abcdefghijklmnopqrstuvwxyz" } }\n  }\n}\n';
  const claude = put("home/.claude.json", text);
  put("home/.claude/settings.json", "{}\n");
  await expect(shown(sdl("init").stdout)).toMatchFileSnapshot("golden/init-found.txt");
  const dry = sdl("init", "--all-found", "--dry-run").stdout;
  await expect(shown(dry)).toMatchFileSnapshot("golden/init-dry-run.txt");
  expect(dry).not.toContain("ghp_");
  expect(readFileSync(claude, "utf8")).toBe(text);
  await expect(shown(sdl("init", "--all-found").stdout)).toMatchFileSnapshot("golden/init-added.txt");
  expect(read("home/.codex/config.toml")).toContain(`args = ["${PROGRAM}", "serve", "--stdio"]`);
  await expect(shown(sdl("init", "--all-found").stdout)).toMatchFileSnapshot("golden/init-again.txt");
  await expect(shown(sdl("init", "--remove").stdout)).toMatchFileSnapshot("golden/init-remove.txt");
  expect(readFileSync(claude, "utf8")).toBe(text);
  expect(readdirSync(join(root, "home", ".codex"))).toEqual([]);
  expect(sdl("init", "--remove")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Nothing to take back/) });
});

test("if one file cannot be changed, the others are, and the exit code reports it", async () => {
  put("home/.gemini/settings.json", '{\n  "a": 1\n  "b"\n}\n');
  const { status, stdout } = sdl("init", "--client", "gemini", "qwen-code");
  expect(status).toBe(1);
  await expect(shown(stdout)).toMatchFileSnapshot("golden/init-broken.txt");
  expect(existsSync(join(root, "home/.qwen/settings.json"))).toBe(true);
  const { changes } = JSON.parse(sdl("init", "--client", "gemini", "--json").stdout);
  expect(changes).toMatchObject([{ client: "gemini", status: "failed", error: { code: "UNPARSABLE", line: 3 } }]);
});

test("--remove names files written in other repositories", () => {
  mkdirSync(join(root, "other", ".git"), { recursive: true });
  expect(sdlIn("other", "init", "--client", "cursor").stdout).toContain("keep them out of commits");
  expect(shown(sdl("init", "--remove").stdout)).toBe(
    [
      "Nothing to take back: no file of yours, or in <root>/repo, names sdl.",
      "Left in other places; run sdl init --remove in each repository:",
      "  <root>/other/.cursor/mcp.json\n",
    ].join("\n"),
  );
  expect(sdlIn("other", "init", "--remove").stdout).toContain("deleted: it was made by sdl");
  expect(sdl("init", "--remove").stdout).not.toContain("other");
});

test("wrong options are named", () => {
  expect(sdl("init", "--client", "emacs")).toMatchObject({ status: 2, stderr: expect.stringContaining("claude-code") });
  expect(sdl("init", "--client", "codex", "--all-found").status).toBe(2);
  expect(sdl("init", "--client", "windsurf", "--project")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("leave --project out"),
  });
  expect(sdl("init", "--project", "--user", "--client", "codex").status).toBe(2);
});

test("doctor starts the servers of clients' files, reports their cost, and repairs stale entries", () => {
  expect(findings().of("clients")).toMatchObject([{ level: "note" }]);
  expect(findings("--no-clients").of("clients")).toEqual([]);
  expect(sdl("init", "--client", "claude-code", "codex", "gemini").status).toBe(0);
  const sound = findings();
  expect(sound.status).toBe(0);
  for (const client of ["claude-code", "codex", "gemini"]) {
    // On a busy machine some clients time out, which is another finding.
    expect(sound.of(client).slice(0, 1)).toEqual([
      {
        level: "ok",
        subject: client,
        text: expect.stringMatching(/: 7 tools for [\d,]+ tokens with instructions, listed in \d+ ms/),
      },
    ]);
  }
  const codex = join(root, "home/.codex/config.toml");
  writeFileSync(codex, read("home/.codex/config.toml").replace(PROGRAM, "/gone/sdl.js"));
  const stale = findings();
  expect(stale.status).toBe(1);
  expect(stale.of("codex")).toMatchObject([
    { level: "problem", text: expect.stringContaining("/gone/sdl.js"), fixable: true },
  ]);
  const mended = findings("--fix");
  expect(mended.status).toBe(0);
  expect(mended.of("codex")[0]).toMatchObject({ level: "ok" });
  expect(sdl("init", "--remove").status).toBe(0);
  expect(existsSync(codex)).toBe(false);
});

test("doctor reports why a server does not answer", () => {
  sdl("init", "--client", "gemini");
  const settings = join(root, "home/.gemini/settings.json");
  writeFileSync(settings, readFileSync(settings, "utf8").replace('"--stdio"', '"--stdio", "--no-such-option"'));
  const { status, of } = findings();
  expect(status).toBe(1);
  expect(of("gemini")).toMatchObject([
    { level: "problem", text: expect.stringMatching(/does not answer.*no-such-option/) },
  ]);
});

test("without node on the PATH, entries name the running node by its path", () => {
  rmSync(join(root, "bin", "node"));
  expect(sdl("init", "--client", "qwen-code").status).toBe(0);
  expect(JSON.parse(read("home/.qwen/settings.json")).mcpServers.sdl.command).toBe(process.execPath);
});

test.each([
  ["claude-code", "home/.claude/settings.json", "PostToolUse"],
  ["gemini", "home/.gemini/settings.json", "AfterTool"],
  ["codex", "home/.codex/hooks.json", "PostToolUse"],
  ["cursor", "repo/.cursor/hooks.json", "postToolUse"],
])("the hook of %s is a shell command that never fails", (client, file, event) => {
  expect(sdl("init", "--client", client, "--hooks").status).toBe(0);
  const [entry] = JSON.parse(read(file)).hooks[event];
  const { command } = entry.hooks?.[0] ?? entry;
  const input = JSON.stringify({ hook_event_name: event, cwd: join(root, "repo"), tool_input: { pattern: "nobody" } });
  const env = { PATH: `${join(root, "bin")}:/usr/bin:/bin`, HOME: join(root, "home") };
  const { status, stdout, stderr } = spawnSync(command, { shell: true, input, encoding: "utf8", env });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: event === "postToolUse" ? "{}\n" : "", stderr: "" });
});

test("instructions name tools that are listed", () => {
  sdl("init", "--client", "codex", "--instructions");
  const named = new Set(read("repo/AGENTS.md").match(/(?<=`)sdl_\w+(?=`)/g));
  expect([...named].sort()).toEqual(DEFAULT_TOOLS.map(({ action }) => listedName(action, "underscore")).sort());
});

test("help names every client that can be set up", () => {
  const { stdout } = sdl("init", "--help");
  for (const { id } of CLIENTS) expect(stdout.replaceAll(/\s+/g, " ")).toContain(`"${id}"`);
});

test("a program in npx's cache is not written into clients' files", () => {
  const cached = join(root, "_npx", "1", "node_modules", "@sdl", "cli", "bundle");
  mkdirSync(dirname(cached), { recursive: true });
  const files = ["package.json", "sdl.js", "run-process.js"];
  mkdirSync(cached);
  for (const file of files) writeFileSync(join(cached, file), readFileSync(join(dirname(PROGRAM), file)));
  writeFileSync(join(dirname(cached), "package.json"), readFileSync(join(dirname(PROGRAM), "..", "package.json")));
  chmodSync(join(cached, "sdl.js"), 0o755);
  const { status, stdout } = spawnSync(process.execPath, [join(cached, "sdl.js"), "init", "--client", "gemini"], {
    cwd: join(root, "repo"),
    encoding: "utf8",
    env: { PATH: join(root, "bin"), HOME: join(root, "home") },
  });
  expect({ status, stdout }).toMatchObject({ status: 1, stdout: expect.stringMatching(/temporary cache/) });
  expect(existsSync(join(root, "home", ".gemini"))).toBe(false);
});
