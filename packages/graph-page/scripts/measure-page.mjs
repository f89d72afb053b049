/**
 * Measures a page of 5,000 symbols and 12,000 edges in a headless browser without a graphics card: bytes, the time
 * until it is drawn, and the time from a click on a symbol to the frame that shows the result. `measure-page.mjs [NODES
 * EDGES CLUSTERS]`; exits with 1 if a bound is exceeded.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { graphPage } from "../dist/index.js";
import { generatedPicture } from "../dist/testing/index.js";

const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
const DRAWN_MS = 3000;
const CLICK_MS = 200;
const EMPTY_BYTES = 1_500_000;
const LOADS = 5;
const CLICKS = 30;

/**
 * Script in the page: measures from the next event to the frame that shows the drawing after it. Armed before the
 * event, awaited after it.
 */
const WATCH = `window.sdlArm = (type) => {
  let startMs;
  addEventListener(type, (event) => { startMs = event.timeStamp; }, { capture: true, once: true });
  window.sdlAnswered = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (startMs === undefined) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
    }).observe(document.getElementById("base"), { attributeFilter: ["data-drawn"] });
  });
}`;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const worst = (values) => Math.max(...values);
const said = (values) =>
  `median ${Math.round(median(values))} ms, worst ${Math.round(worst(values))} ms of ${values.length}`;

async function measureLoad(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const startedMs = performance.now();
  await page.goto(url);
  await page.locator("#base[data-drawn]").waitFor();
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
  return { page, drawnMs: performance.now() - startedMs };
}

/**
 * Clicks at varying points and measures the clicks that hit a symbol. @param event `click` chooses, `dblclick` shows
 * the blast radius
 */
async function measureClicks(page, event) {
  const { x, y, width, height } = await page.locator("#overlay").boundingBox();
  const times = [];
  for (let i = 0; times.length < CLICKS && i < 2000; i++) {
    const [px, py] = [
      x + width * (0.15 + 0.7 * ((i * 0.618034) % 1)),
      y + height * (0.15 + 0.7 * ((i * 0.754878) % 1)),
    ];
    await page.mouse.move(px, py);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    if (!(await page.evaluate("document.getElementById('peek').hidden"))) {
      await page.evaluate(`sdlArm(${JSON.stringify(event)})`);
      await page.mouse.click(px, py, { clickCount: event === "click" ? 1 : 2 });
      times.push(await page.evaluate("sdlAnswered"));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
  }
  return times;
}

if (!existsSync(CHROMIUM)) {
  console.log(`SKIPPED: there is no ${CHROMIUM} (SDL_CHROMIUM)`);
  process.exit(0);
}
const [nodes = 5000, edges = 12_000, clusters = 40] = process.argv.slice(2).map(Number);
const picture = generatedPicture({ nodes, edges, clusters });
const emptyBytes = Buffer.byteLength(graphPage({ ...picture, nodes: [], edges: [], clusters: [] }));
const madeMs = performance.now();
const html = graphPage(picture);
console.log(`${nodes} symbols, ${edges} edges, ${clusters} clusters`);
console.log(
  `page          ${Math.round(Buffer.byteLength(html) / 1000)} kB, without data ${Math.round(emptyBytes / 1000)} kB`,
);
console.log(`made in       ${Math.round(performance.now() - madeMs)} ms`);
const folder = mkdtempSync(join(tmpdir(), "sdl-measure-"));
const file = join(folder, "page.html");
writeFileSync(file, html);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const loads = [];
for (let i = 0; i < LOADS; i++) {
  const { page, drawnMs } = await measureLoad(browser, pathToFileURL(file).href);
  loads.push(drawnMs);
  await page.close();
}
console.log(`drawn         ${said(loads)}`);
const { page } = await measureLoad(browser, pathToFileURL(file).href);
await page.evaluate(WATCH);
const clicks = await measureClicks(page, "click");
console.log(`click         ${said(clicks)}`);
const blasts = await measureClicks(page, "dblclick");
console.log(`blast radius  ${said(blasts)} double clicks`);
await browser.close();
rmSync(folder, { recursive: true, force: true });
const broken = [
  [median(loads) > DRAWN_MS, `drawn takes more than ${DRAWN_MS} ms`],
  [median(clicks) > CLICK_MS, `a click takes more than ${CLICK_MS} ms`],
  [emptyBytes > EMPTY_BYTES, `the page has more than ${EMPTY_BYTES} bytes without data`],
].filter(([isBroken]) => isBroken);
for (const [, text] of broken) console.log(`BROKEN: ${text}`);
process.exitCode = broken.length > 0 ? 1 : 0;
