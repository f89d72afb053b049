/**
 * Pages in a headless browser, opened from files as a user does. Without a browser, tests are skipped with a message.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
export const hasBrowser = existsSync(CHROMIUM);

export class Browsing {
  private readonly folder = mkdtempSync(join(tmpdir(), "sdl-page-"));
  private browser: Browser | undefined;

  /** Console output, errors and network requests of a page: there must be none. */
  readonly complaints: string[] = [];

  async open(html: string, options: BrowserContextOptions = {}): Promise<Page> {
    // Without a graphics card, as on servers.
    this.browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.on("console", (message) => this.complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    const file = join(this.folder, "page.html");
    const url = pathToFileURL(file).href;
    page.on("request", (request) => {
      if (request.url() !== url) this.complaints.push(`request: ${request.url()}`);
    });
    writeFileSync(file, html);
    await page.goto(url);
    await page.locator("#base[data-drawn]").waitFor();
    return page;
  }

  async closePages(): Promise<void> {
    this.complaints.length = 0;
    await Promise.all((this.browser?.contexts() ?? []).map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.browser?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
