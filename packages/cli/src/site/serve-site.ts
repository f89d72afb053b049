/**
 * Read-only HTTP server of one folder on a loopback port.
 * Invariant: no answer holds a byte of a file outside the folder, whatever the request's path and whatever links the
 * folder holds.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
import process from "node:process";

/** A running server. */
export interface SiteServer {
  /** The address, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
  ".yml": "text/plain; charset=utf-8",
};

/**
 * Content security policy: pages load only from the folder. Inline is allowed because the site generator writes styles
 * and small scripts into its pages.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array | string;
}

/**
 * Starts the server.
 * @param folder holds `index.html`, and `404.html` for unknown pages
 * @param port 0 means any free port
 * @throws {Error} if the port is taken
 */
export async function serveSite(folder: string, port = 0): Promise<SiteServer> {
  // Loaded on use: no other command needs it.
  const { createServer } = process.getBuiltinModule("node:http");
  const root = realpathSync(folder);
  const server = createServer((request, response) => write(request, response, makeReply(root, request)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${chosen}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write({ method }: IncomingMessage, response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
  response.end(method === "HEAD" ? undefined : body);
}

function makeReply(root: string, { method, url = "/", headers }: IncomingMessage): Reply {
  if (method !== "GET" && method !== "HEAD") return plainReply(405, "Pages are read with GET.");
  // DNS rebinding: a page of another site whose name resolves to this machine gets no content.
  if (!isLoopback(headers.host)) return plainReply(403, "This address serves 127.0.0.1 and localhost alone.");
  const path = requestPath(url);
  const file = path === undefined ? undefined : readInside(root, path);
  if (file !== undefined) return { status: 200, ...file };
  const missing = readInside(root, "/404.html");
  return missing === undefined ? plainReply(404, "There is no such page.") : { status: 404, ...missing };
}

function plainReply(status: number, text: string): Reply {
  return { status, type: "text/plain; charset=utf-8", body: `${text}\n` };
}

function isLoopback(host = ""): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
}

/** The path of a request without its query; undefined if it is malformed or could leave the folder. */
function requestPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*/s, ""));
    const isPlain = path.startsWith("/") && !path.includes("\0") && !path.includes("\\");
    return isPlain && !path.split("/").includes("..") ? path : undefined;
  } catch {
    return undefined; // malformed escapes
  }
}

/**
 * Reads a file of the folder, or the start page of a folder inside it. Undefined for files that do not exist and for
 * links that lead outside.
 */
function readInside(root: string, path: string): Pick<Reply, "type" | "body"> | undefined {
  try {
    const wanted = realpathSync(join(root, path));
    const file = statSync(wanted).isDirectory() ? realpathSync(join(wanted, "index.html")) : wanted;
    if (!file.startsWith(root + sep) || !statSync(file).isFile()) return undefined;
    return { type: TYPES[extname(file)] ?? "application/octet-stream", body: readFileSync(file) };
  } catch {
    return undefined;
  }
}
