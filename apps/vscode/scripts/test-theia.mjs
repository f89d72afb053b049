/**
 * The extension in Eclipse Theia, of the folder that SDL_THEIA names: it starts there, its status tells of an index, and what is typed is found by another process
 * before it is saved. Exits with 1 when it does not, with 0 and a word about it where there is no Theia.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { storePackageFolder } from "../../../scripts/stage-program.mjs";
import { freePort, openBrowser } from "./code-server.mjs";
import { stage } from "./stage.mjs";

const START_MS = 60_000;

function makePlace(extension) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "sdl-theia-")));
  mkdirSync(join(place, "app", "src"), { recursive: true });
  writeFileSync(join(place, "app", "src", "only.ts"), "export function only() {}\n");
  cpSync(extension, join(place, "plugins", "sdl"), { recursive: true });
  mkdirSync(join(place, "config"));
  writeFileSync(
    join(place, "config", "settings.json"),
    JSON.stringify({ "files.autoSave": "off", "security.workspace.trust.enabled": false }),
  );
  return place;
}

async function startTheia(folder, place, env) {
  const port = await freePort();
  const log = openSync(join(place, "theia.log"), "a");
  const args = [
    join(folder, "lib", "backend", "main.js"),
    join(place, "app"),
    "--hostname",
    "127.0.0.1",
    "--port",
    String(port),
  ];
  args.push(`--plugins=local-dir:${join(place, "plugins")}`);
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ["ignore", log, log], env });
  const url = `http://127.0.0.1:${port}`;
  for (const untilMs = Date.now() + START_MS; ; await sleep(200)) {
    if ((await fetch(url).catch(() => undefined))?.ok) return { child, url };
    if (child.exitCode !== null || Date.now() > untilMs) throw new Error(`Theia did not start, see ${place}/theia.log`);
  }
}

/** Waits until another process finds a function of a name. */
async function waitUntilFound(name, { extension, place, env }) {
  const program = join(extension, "server", "bundle", "sdl.js");
  for (const untilMs = Date.now() + START_MS; Date.now() < untilMs; await sleep(300)) {
    const { stdout } = spawnSync(process.execPath, [program, "search", name], {
      cwd: join(place, "app"),
      encoding: "utf8",
      env,
    });
    if (stdout.includes(`function ${name}()`)) return stdout;
  }
  throw new Error(`no process ever found ${name}`);
}

async function runChecks(page, url, context) {
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForSelector("#theia-app-shell", { timeout: START_MS });
  await page.locator("#theia-statusBar", { hasText: /SDL: \d+ symbols/ }).waitFor({ timeout: START_MS });
  console.log("ok     the status tells of an index");
  await page.keyboard.press("Control+P");
  await page.waitForTimeout(1000);
  await page.keyboard.type("only.ts", { delay: 20 });
  await page.waitForTimeout(2000);
  await page.keyboard.press("Enter");
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("export function typedInTheia() {}", { delay: 20 });
  const answer = await waitUntilFound("typedInTheia", context);
  if (!answer.includes("unsaved")) throw new Error(`it was saved by itself: ${answer}`);
  console.log("ok     what is typed is found by another process before it is saved");
  await page.locator("#theia-statusBar", { hasText: "1 unsaved" }).waitFor({ timeout: START_MS });
  console.log("ok     the status tells of unsaved text");
}

const folder = process.env["SDL_THEIA"];
if (folder === undefined || !existsSync(join(folder, "lib", "backend", "main.js"))) {
  console.log("SKIPPED: SDL_THEIA names no folder with a built Theia");
  process.exit(0);
}
const target = `${process.platform}-${process.arch}`;
const extension = stage(target, storePackageFolder(target), "in-theia");
const place = makePlace(extension);
const env = { ...process.env, SDL_HOME: join(place, "home"), THEIA_CONFIG_DIR: join(place, "config") };
const { child, url } = await startTheia(folder, place, env);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
try {
  await runChecks(page, url, { extension, place, env });
  if (process.argv[2] !== undefined) await page.screenshot({ path: process.argv[2] });
  rmSync(place, { recursive: true, force: true });
} catch (error) {
  await page.screenshot({ path: join(place, "failed.png") }).catch(() => undefined);
  console.error(`FAILED ${error.message}\nwhat is left of it: ${place}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
