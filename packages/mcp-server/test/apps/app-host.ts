/**
 * Host that shows an answer's page as a client does: a host page around the protocol's own bridge, a sandbox of another
 * origin, a real server.
 */
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import type { TestClient } from "../clients.js";

const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
export const hasBrowser = existsSync(CHROMIUM);

const HOST = "http://host.test/";
const SANDBOX = "http://sandbox.test/";

/** The policy that clients enforce for a page that requests no origin; inserted as the page's first element. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; frame-src 'none'; object-src 'none'; base-uri 'self'";

const SANDBOX_PAGE = `<!doctype html><meta charset="utf-8"><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style><script>
const view = document.createElement("iframe");
addEventListener("message", ({ source, data }) => {
  if (source !== parent) parent.postMessage(data, "*");
  else if (data.method !== "ui/notifications/sandbox-resource-ready") view.contentWindow.postMessage(data, "*");
  else {
    view.setAttribute("sandbox", "allow-scripts");
    view.srcdoc = data.params.html.replace("<head>", \`<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">\`);
    document.body.append(view);
  }
});
addEventListener("load", () => parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*"));
</script><body></body>`;

export interface Shown {
  /** The call beside whose answer the page is shown. */
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly hostContext?: Record<string, unknown>;
  /** Whether the client passes on only the answer's content. */
  readonly isContentAlone?: boolean;
  /** Instead of an answer: the call was cancelled. */
  readonly isCancelled?: boolean;
}

interface Heard {
  /** Whether the page sent a message before it was initialised. */
  readonly isEarly: boolean;
  readonly sizes: readonly number[];
  readonly modes: readonly string[];
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
}

/** A page in its host. */
export interface OpenApp {
  readonly page: Page;
  /** The frame that contains the graph. */
  readonly view: Frame;
  heard(): Promise<Heard>;
  /** Calls a method of the bridge. */
  host(method: string, params: object): Promise<unknown>;
}

export class AppHost {
  private browser: Browser | undefined;
  private script: string | undefined;

  /** Console output, errors and network requests of a page: there must be none. */
  readonly complaints: string[] = [];

  /** Calls the tool, reads the page that the tool names, and shows it as a client would. */
  async open(client: TestClient, shown: Shown, options: BrowserContextOptions = {}): Promise<OpenApp> {
    const { tools } = await client.listTools();
    const { resourceUri = "" } = Object(tools.find(({ name }) => name === shown.tool)?._meta?.["ui"]);
    const [content] = await client.read(resourceUri);
    const result = shown.isCancelled === true ? undefined : await answerOf(client, shown);
    const page = await this.hostPage(options);
    const forPages = tools.filter(({ _meta }) => Object(_meta?.["ui"]).visibility?.includes("app") === true);
    await page.exposeFunction("callTool", (name: string, args: Record<string, unknown>) => {
      if (!forPages.some((tool) => tool.name === name)) throw new Error(`pages may not call ${name}`);
      return client.call(name, args);
    });
    const { ui } = content?._meta ?? {};
    const opened = {
      ...{ sandbox: SANDBOX, html: content?.text, ...Object(ui), toolArguments: shown.args, result },
      hostContext: { theme: "light", displayMode: "inline", ...shown.hostContext },
    };
    await page.evaluate(`open(${JSON.stringify(opened)})`);
    const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
    if (view === undefined) throw new Error("the sandbox shows no page");
    return {
      ...{ page, view },
      heard: () => page.evaluate("heard") as Promise<Heard>,
      host: (method, params) => page.evaluate(`bridge[${JSON.stringify(method)}](${JSON.stringify(params)})`),
    };
  }

  async closePages(): Promise<void> {
    this.complaints.length = 0;
    await Promise.all((this.browser?.contexts() ?? []).map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.browser?.close();
  }

  private async hostPage(options: BrowserContextOptions): Promise<Page> {
    this.script ??= await bundleHost();
    this.browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    const context = await this.browser.newContext({ viewport: { width: 1000, height: 760 }, ...options });
    const page = await context.newPage();
    page.on("console", (message) => {
      // The bridge records every message in this way.
      if (message.type() !== "debug") this.complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    const pages = new Map([
      [
        HOST,
        `<!doctype html><meta charset="utf-8"><style>body{margin:0}</style><body><script>${this.script}</script></body>`,
      ],
      [SANDBOX, SANDBOX_PAGE],
    ]);
    await page.route("**", async (route) => {
      const body = pages.get(route.request().url());
      if (body !== undefined) return route.fulfill({ contentType: "text/html", body });
      this.complaints.push(`request: ${route.request().url()}`);
      return route.abort();
    });
    await page.goto(HOST);
    return page;
  }
}

async function answerOf(client: TestClient, { tool, args, isContentAlone = false }: Shown) {
  const { content, isError, ...more } = await client.call(tool, args);
  return { content, isError, ...(isContentAlone ? {} : more) };
}

async function bundleHost(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("host-page.mjs", import.meta.url)),
    platform: "browser",
    // Validators are generated functions, which this page may run.
    checks: { eval: false },
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  return output[0].code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}
