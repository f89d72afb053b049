/**
 * Runs the suites of test/editor inside of a real editor: code-server of the folder that SDL_CODE_SERVER names, in a headless browser. The extension is
 * the one that is packaged for this machine. `test-editor.mjs [SUITE …]`; exits with 1 when a case failed, with 0 and a word about it where there is no editor.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { rolldown } from "rolldown";
import { storePackageFolder } from "../../../scripts/stage-program.mjs";
import { missingEditor, openBrowser, startCodeServer } from "./code-server.mjs";
import { ROOT, stage } from "./stage.mjs";

const SUITES = ["single-folder", "several-folders", "restricted", "mcp-client"];
const SUITE_MS = 240_000;

const CORE = `/** Used a lot. */
export function core(scale: number): number {
  return scale * 2;
}
export function rare(): number {
  return core(2);
}
`;
const USERS = `import { core } from "./core";
export const a = () => core(1);
export const b = () => core(2);
export function useCore() { return core(3); }
`;
const REPOSITORIES = {
  app: {
    "src/core.ts": CORE,
    "src/users.ts": USERS,
    "test/core.test.ts": `import { core } from "../src/core";\ntest("core", () => core(1));\n`,
  },
  one: { "src/a.ts": "export function first() {}\n" },
  two: { "src/a.ts": "export function second() {}\n" },
  unknown: { "src/a.ts": "export function third() {}\n" },
  client: { "src/a.ts": "export function fourth() {}\n" },
};

function makePlace() {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "sdl-editor-")));
  for (const [name, files] of Object.entries(REPOSITORIES)) {
    const root = join(place, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const git = (...args) => spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
  }
  const folders = ["one", "two"].map((name) => ({ path: join(place, name) }));
  writeFileSync(join(place, "both.code-workspace"), JSON.stringify({ folders }));
  return place;
}

/** The suites as an editor loads them. */
async function bundleSuites(place) {
  for (const suite of SUITES) {
    const input = join(ROOT, "test", "editor", `${suite}.ts`);
    const bundle = await rolldown({ input, platform: "node", external: ["vscode"] });
    await bundle.write({ file: join(place, "suites", `${suite}.cjs`), format: "cjs", codeSplitting: false });
    await bundle.close();
  }
}

const OPENS = {
  "single-folder": "folder=PLACE/app",
  "several-folders": "workspace=PLACE/both.code-workspace",
  restricted: "folder=PLACE/unknown",
  "mcp-client": "folder=PLACE/client",
};

/** @returns the exit code of the suite inside the editor, or the reason why it did not run */
async function runSuite(suite, { server, browser, place, extension }) {
  server.configure(suite !== "restricted");
  const remote = (path) => `vscode-remote://${new URL(server.url).host}${path}`;
  const payload = [
    ["extensionDevelopmentPath", remote(suite === "mcp-client" ? join(place, "no-extension") : extension)],
    ["extensionTestsPath", remote(join(place, "suites", `${suite}.cjs`))],
  ];
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  await page.exposeFunction("codeAutomationLog", () => undefined);
  await page.exposeFunction("codeAutomationExit", (code) => finish(code));
  await page.goto(
    `${server.url}/?${OPENS[suite].replace("PLACE", place)}&payload=${encodeURIComponent(JSON.stringify(payload))}`,
  );
  const code = await Promise.race([finished, sleep(SUITE_MS, "it did not end in time", { ref: false })]);
  if (code !== 0) await page.screenshot({ path: join(place, `${suite}.png`) }).catch(() => undefined);
  await context.close();
  return code;
}

/** @returns how many cases failed */
function report(suite, code, place) {
  const file = join(place, `${suite}.json`);
  const { outcomes, isDone } = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { outcomes: [], isDone: false };
  for (const { name, ms, failure } of outcomes)
    console.log(
      `${failure === undefined ? "ok    " : "FAILED"} ${suite}: ${name} (${ms} ms)${failure === undefined ? "" : `\n${failure}`}`,
    );
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
  if (isDone && (code === 0 || failed > 0)) return failed;
  console.log(`FAILED ${suite}: the editor ended with ${code}`);
  return failed + 1;
}

async function main(suites) {
  const folder = process.env["SDL_CODE_SERVER"];
  const missing = missingEditor(folder);
  if (missing !== undefined) {
    console.log(`SKIPPED ${suites.length} suites: ${missing}`);
    return 0;
  }
  const startedMs = Date.now();
  const target = `${process.platform}-${process.arch}`;
  const extension = stage(target, storePackageFolder(target), "in-editor");
  const place = makePlace();
  await bundleSuites(place);
  const env = {
    ...process.env,
    SDL_HOME: join(place, "home"),
    SDL_EDITOR_TEST: place,
    SDL_EDITOR_EXTENSION: extension,
  };
  // code-server indexes files of up to five megabytes.
  const settings = JSON.stringify({ rootPath: join(place, "app"), maxFileBytes: 5_000_000 });
  const program = join(extension, "server", "bundle", "sdl.js");
  spawnSync(process.execPath, [program, "tool", "repo.register", settings], { env, cwd: place });
  // The one suite without the extension: the editor's own client.
  mkdirSync(join(place, "no-extension"));
  const nothing = { name: "nothing", publisher: "sdl", version: "0.0.1", engines: { vscode: "*" } };
  writeFileSync(join(place, "no-extension", "package.json"), JSON.stringify(nothing));
  spawnSync(process.execPath, [program, "init", "--client", "vscode", "--project"], {
    env,
    cwd: join(place, "client"),
  });
  const server = await startCodeServer(folder, { place, env });
  const browser = await openBrowser();
  let failed = 0;
  try {
    for (const suite of suites)
      failed += report(suite, await runSuite(suite, { server, browser, place, extension }), place);
  } finally {
    await browser.close();
    await server.stop();
  }
  console.log(`${suites.length} suites, ${failed} failed, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
  if (failed === 0) rmSync(place, { recursive: true, force: true, maxRetries: 100, retryDelay: 200 });
  else console.log(`what is left of it: ${place}`);
  return failed === 0 ? 0 : 1;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((suite) => !SUITES.includes(suite));
if (unknown.length > 0) {
  console.error(`no such suite: ${unknown.join(", ")}; there are ${SUITES.join(", ")}`);
  process.exit(2);
}
process.exit(await main(asked.length === 0 ? SUITES : asked));
