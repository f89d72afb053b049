/**
 * Takes the pictures of docs/: installs the .vsix of this machine's platform (built by package.mjs) in the code-server
 * that SDL_CODE_SERVER names, opens a copy of this repository, and performs the actions of a user. `take-pictures.mjs
 * [FOLDER]`, by default docs/.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { installExtension, missingEditor, openBrowser, startCodeServer } from "./code-server.mjs";
import { ROOT } from "./stage.mjs";

const REPOSITORY = join(ROOT, "..", "..");
/** Maximum size of a picture, because a README shows it. */
const MAX_BYTES = 200_000;
const FILE = "cards/card-facts.ts";
const LINE = 112;
const TASK = "the etag of a card must change when an unresolved call of it changes";
/** Text after which the edit is typed. */
const SIGNATURE = "export function etagAt(";
const PROGRAM = join(REPOSITORY, "packages", "cli", "bundle", "sdl.js");
const LOOKS = {
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Default Light Modern",
  "editor.minimap.enabled": false,
  "editor.fontSize": 13,
  "breadcrumbs.enabled": false,
  "chat.commandCenter.enabled": false,
  "window.commandCenter": false,
  "problems.visibility": false,
  "typescript.validate.enable": false,
};

function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}:\n${stdout}${stderr}`);
}

/** As it was committed last, small enough to be indexed while one waits. */
function copyRepository(place) {
  const folder = join(place, "sdl");
  mkdirSync(folder);
  const paths = ["packages/slice", "packages/model", "packages/retrieval", "tsconfig.base.json"];
  run("sh", ["-c", `git archive HEAD ${paths.join(" ")} | tar -x -C '${folder}'`], { cwd: REPOSITORY });
  const git = (...args) =>
    run("git", ["-c", "user.name=sdl", "-c", "user.email=sdl@localhost", ...args], { cwd: folder });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "A copy");
  const memory = [
    "memory",
    "add",
    "Etags leave metrics out",
    "An index made anew gives the same etags.",
    "--symbol",
    "etagAt",
  ];
  for (const args of [["index"], memory])
    run(process.execPath, [PROGRAM, ...args], { cwd: folder, env: { ...process.env, SDL_HOME: join(place, "home") } });
  return folder;
}

/** Types into the list that a key opens, and takes the first entry. */
async function pick(page, key, text) {
  await page.keyboard.press(key);
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(text, { delay: 10 });
  await page.waitForTimeout(1500);
  await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
  await page.keyboard.press("Enter");
}

async function openFile(page, file) {
  await pick(page, "Control+P", file);
  await page.waitForSelector(".monaco-editor .view-line");
}

const statusItem = (page) => page.locator("#sdl\\.sdl-vscode\\.sdl\\.status, [id*='sdl.status']").first();

async function waitForStatus(page, text) {
  await statusItem(page).filter({ hasText: text }).waitFor({ timeout: 120_000 });
}

async function takePicture(page, path) {
  await page.mouse.move(640, 5);
  await page.waitForTimeout(800);
  await page.screenshot({ path, scale: "css" });
  const { size } = statSync(path);
  console.log(`${path}  ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES / 1000} kB`);
}

async function takeAllPictures(page, url, pictures) {
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(".monaco-workbench");
  await waitForStatus(page, "symbols");
  await openFile(page, FILE);
  await page.keyboard.press("Control+G");
  await page.keyboard.type(String(LINE), { delay: 10 });
  await page.keyboard.press("Enter");
  await pick(page, "F1", "SDL: Slice for a Task");
  await page.waitForTimeout(500);
  await page.keyboard.type(TASK, { delay: 2 });
  await page.keyboard.press("Enter");
  await page.locator(".pane-header", { hasText: "Slice" }).waitFor();
  await page.locator(".codelens-decoration a").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
  await takePicture(page, join(pictures, "vscode-slice.png"));
  await page.locator(".view-line", { hasText: SIGNATURE }).click();
  await page.keyboard.press("Home");
  for (let i = 0; i < SIGNATURE.length; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("graph: SymbolGraph, ", { delay: 10 });
  await page.keyboard.press("Escape");
  await waitForStatus(page, "1 unsaved");
  for (const view of ["Memories", "Slice"]) await page.locator(".pane-header", { hasText: view }).click();
  await pick(page, "F1", "SDL: Blast Radius");
  await page.locator(".monaco-list-row", { hasText: "May be affected" }).waitFor();
  await takePicture(page, join(pictures, "vscode-blast-radius.png"));
  await pick(page, "F1", "SDL: Show Graph of Unsaved");
  const graph = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  await graph.locator("#base[data-drawn]").waitFor({ timeout: 60_000 });
  await page.keyboard.press("Control+B");
  await graph.locator("#list .row", { hasText: "etagAt" }).first().click();
  await takePicture(page, join(pictures, "vscode-graph.png"));
}

const folder = process.env["SDL_CODE_SERVER"];
const missing = missingEditor(folder);
const vsix = join(ROOT, "out", "vsix", `sdl-${process.platform}-${process.arch}.vsix`);
if (missing !== undefined || !existsSync(vsix)) {
  console.error(missing ?? `there is no ${vsix}: run package.mjs first`);
  process.exit(2);
}
const place = realpathSync(mkdtempSync(join(tmpdir(), "sdl-pictures-")));
const copy = copyRepository(place);
const env = { ...process.env, SDL_HOME: join(place, "home") };
installExtension(folder, { place, vsix });
const server = await startCodeServer(folder, { place, env });
server.configure(true, LOOKS);
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1180, height: 700 } });
  await takeAllPictures(page, `${server.url}/?folder=${copy}`, process.argv[2] ?? join(REPOSITORY, "docs")).catch(
    async (error) => {
      await page.screenshot({ path: join(tmpdir(), "sdl-picture-failed.png") }).catch(() => undefined);
      throw error;
    },
  );
} finally {
  await browser.close();
  await server.stop();
  rmSync(place, { recursive: true, force: true });
}
