/**
 * Checks the built site as readers see it, served by `sdl docs` to a headless Chromium: takes pictures of the main
 * pages, light, dark and narrow; runs axe for accessibility; searches; and reports every request that is not answered
 * here and every error on a page.
 *
 * node apps/docs/scripts/look.mjs [FOLDER]      # pictures go there; default: a new temporary folder
 *
 * Exits with 1 on findings. SDL_CHROMIUM names the browser; default /usr/bin/chromium. Build the site first: npm run
 * docs.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PROGRAM = fileURLToPath(new URL("../../../packages/cli/bundle/sdl.js", import.meta.url));
const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
const AXE = createRequire(import.meta.url)("axe-core").source;

const PAGES = [
  "index",
  "start",
  "concepts",
  "clients",
  "reference",
  "commands",
  "configuration",
  "comparison",
  "privacy",
  "faq",
  "troubleshooting",
  "ci",
  "memories",
];
const LOOKS = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { name: "narrow", colorScheme: "light", viewport: { width: 390, height: 844 } },
];
/** A phrase of few pages, and the page that a search must find. */
const SEARCH = { words: "blast radius", page: "concepts" };

/** @returns the address of a running `sdl docs`, and a function that ends it */
async function serve() {
  const child = spawn(process.execPath, [PROGRAM, "docs"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text) => resolve(text.trim()));
    child.once("exit", (code) => reject(new Error(`sdl docs ended with ${code}`)));
  });
  return { url, end: () => child.kill("SIGINT") };
}

async function accessibilityViolations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(
    ({ id, help, nodes }) =>
      `axe: ${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(" "))
        .join("; ")}`,
  );
}

/** Reports content wider than the window: readers would scroll sideways. */
async function overflowingContent(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, globalThis.innerWidth]);
  return content > window ? [`is ${content} pixels wide in a window of ${window}`] : [];
}

function watchPage(page, url, findings) {
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:"))
      findings.push(`asks for ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) findings.push(`${response.url()} is answered with ${response.status()}`);
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) findings.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => findings.push(`error: ${error.message}`));
}

async function checkPage(browser, { url, folder, look }) {
  const context = await browser.newContext(look);
  const findings = [];
  for (const name of PAGES) {
    const page = await context.newPage();
    const own = [];
    watchPage(page, url, own);
    await page.goto(`${url}${name}.html`, { waitUntil: "load" });
    await page.screenshot({ path: join(folder, `${name}-${look.name}.png`) });
    own.push(...(await accessibilityViolations(page)), ...(await overflowingContent(page)));
    findings.push(...own.map((finding) => `${name} (${look.name}): ${finding}`));
    await page.close();
  }
  await context.close();
  return findings;
}

/** Checks the search, which must work without a network. */
async function search(browser, url, folder) {
  const context = await browser.newContext(LOOKS[0]);
  const page = await context.newPage();
  const findings = [];
  watchPage(page, url, findings);
  await page.goto(`${url}start.html`, { waitUntil: "networkidle" });
  await page.keyboard.press("Control+k");
  await page.waitForSelector(".VPLocalSearchBox input:focus", { timeout: 15_000 });
  await page.keyboard.type(SEARCH.words);
  await page.waitForSelector(".VPLocalSearchBox .result", { timeout: 15_000 });
  await page.screenshot({ path: join(folder, "search.png") });
  const links = await page.$$eval(".VPLocalSearchBox a.result", (results) => results.map(({ href }) => href));
  if (!links.some((link) => link.includes(`/${SEARCH.page}.html`)))
    findings.push(`"${SEARCH.words}" does not find ${SEARCH.page}: ${links.join(" ")}`);
  await context.close();
  return findings.map((finding) => `search: ${finding}`);
}

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "sdl-docs-look-"));
mkdirSync(folder, { recursive: true });
const { url, end } = await serve();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const findings = [];
  for (const look of LOOKS) findings.push(...(await checkPage(browser, { url, folder, look })));
  findings.push(...(await search(browser, url, folder)));
  for (const finding of findings) console.error(finding);
  console.log(
    `docs: ${PAGES.length} pages in ${LOOKS.length} looks, ${findings.length} findings, pictures in ${folder}`,
  );
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  end();
}
