/**
 * Takes the pictures of docs/graph.md: the graph of this repository's packages, and what a change of one symbol may
 * reach. The bundled program indexes a copy and makes the page. `take-pictures.mjs [FOLDER]`, by default docs/.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const REPOSITORY = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const PROGRAM = join(REPOSITORY, "packages", "cli", "bundle", "sdl.js");
const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
/** Size limit of a picture in a document. */
const MAX_BYTES = 420_000;
const SYMBOL = "Candidate";

function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}:\n${stdout}${stderr}`);
  return stdout;
}

/** Indexes a few packages of the last commit, small enough for a picture in a document, and writes their page. */
function makePage(place) {
  const folder = join(place, "sdl");
  mkdirSync(folder);
  const paths = ["packages/slice", "packages/model", "packages/retrieval", "tsconfig.base.json"];
  run("sh", ["-c", `git archive HEAD ${paths.join(" ")} | tar -x -C '${folder}'`], { cwd: REPOSITORY });
  const env = { ...process.env, SDL_HOME: join(place, "home") };
  const sdl = (...args) => run(process.execPath, [PROGRAM, ...args], { cwd: folder, env }).trim();
  sdl("index");
  return sdl("graph", "--limit", "350", "--out", join(place, "repository.html"));
}

async function open(browser, file, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, colorScheme });
  await page.goto(pathToFileURL(file).href);
  await page.locator("#base[data-drawn]").waitFor();
  return page;
}

async function takePicture(page, path) {
  await page.waitForTimeout(500);
  await page.screenshot({ path });
  const { size } = statSync(path);
  console.log(`${path}  ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES / 1000} kB`);
}

const missing = [CHROMIUM, PROGRAM].filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error(`there is no ${missing.join(", no ")}`);
  process.exit(2);
}
const pictures = process.argv[2] ?? join(REPOSITORY, "docs");
const place = realpathSync(mkdtempSync(join(tmpdir(), "sdl-graph-pictures-")));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const repository = makePage(place);
  await takePicture(await open(browser, repository, "light"), join(pictures, "graph-repository.png"));
  const page = await open(browser, repository, "dark");
  await page.locator("#search").fill(SYMBOL);
  await page.keyboard.press("Enter");
  await page.keyboard.press("b");
  await takePicture(page, join(pictures, "graph-blast-radius.png"));
} finally {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
}
