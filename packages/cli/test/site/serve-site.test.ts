/** Tests of the documentation server: what it serves, what it refuses, and that it reads no file outside its folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseOpener } from "../../src/opener.js";
import { type SiteServer, serveSite } from "../../src/site/serve-site.js";
import { findSite } from "../../src/site/site-folder.js";

let outer: string;
let site: string;
let server: SiteServer;

beforeAll(async () => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), "sdl-site-")));
  site = join(outer, "site");
  mkdirSync(join(site, "assets"), { recursive: true });
  writeFileSync(join(site, "index.html"), "<h1>start</h1>");
  writeFileSync(join(site, "404.html"), "<h1>not here</h1>");
  writeFileSync(join(site, "assets", "index.html"), "below");
  writeFileSync(join(site, "assets", "app.js"), "run()");
  writeFileSync(join(site, "größe 1.html"), "named");
  writeFileSync(join(outer, "secret.txt"), "SECRET");
  mkdirSync(join(outer, "site-beside"));
  writeFileSync(join(outer, "site-beside", "index.html"), "SECRET");
  symlinkSync(join(outer, "secret.txt"), join(site, "link.txt"));
  symlinkSync(join(outer, "site-beside"), join(site, "linked"));
  server = await serveSite(site);
});
afterAll(async () => {
  await server.close();
  rmSync(outer, { recursive: true, force: true });
});

/** Sends a request whose path no client normalised. */
function ask(path: string, { host = "localhost", method = "GET" } = {}): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test.each([
  ["/", "text/html; charset=utf-8", "<h1>start</h1>"],
  ["/?q=1#part", "text/html; charset=utf-8", "<h1>start</h1>"],
  ["/assets/app.js", "text/javascript; charset=utf-8", "run()"],
  ["/assets/", "text/html; charset=utf-8", "below"],
  ["/gr%C3%B6%C3%9Fe%201.html", "text/html; charset=utf-8", "named"],
])("%s is served as %s", async (path, type, body) => {
  const response = await fetch(new URL(path, server.url));
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([200, type, body]);
});

test("the content security policy allows the site's own files only", async () => {
  const { headers } = await fetch(server.url);
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/%2e%2e%2fsite-beside/index.html",
  "/../site-beside/",
  "/..\\secret.txt",
  "/..%5csecret.txt",
  "//../secret.txt",
  "/link.txt",
  "/linked/",
  "/linked/index.html",
  "/index.html%00.txt",
  "/%zz",
  "/not-there.html",
  "secret.txt",
])("%s is answered with 404", async (path) => {
  const answer = await ask(path);
  expect(answer).not.toContain("SECRET");
  expect([400, 404]).toContain(statusOf(answer));
});

test("absolute paths are read relative to the folder", async () => {
  const answer = await ask(join(outer, "secret.txt"));
  expect([statusOf(answer), answer.includes("SECRET")]).toEqual([404, false]);
});

test("only loopback host names and GET or HEAD are answered", async () => {
  expect(statusOf(await ask("/", { host: "evil.example" }))).toBe(403);
  expect(statusOf(await ask("/", { host: `127.0.0.1:${new URL(server.url).port}` }))).toBe(200);
  expect(statusOf(await ask("/", { method: "POST" }))).toBe(405);
  expect(statusOf(await ask("/", { method: "HEAD" }))).toBe(200);
  expect(await ask("/", { method: "HEAD" })).not.toContain("<h1>");
});

test("a browser is opened by the system's program, without a shell", () => {
  const url = "http://127.0.0.1:1/";
  const browserCommand = (platform: NodeJS.Platform, target: string) => {
    const { command, args } = chooseOpener(platform, target);
    return [command, ...args];
  };
  expect(browserCommand("linux", url)).toEqual(["xdg-open", url]);
  expect(browserCommand("darwin", url)).toEqual(["open", url]);
  expect(browserCommand("win32", url)).toEqual(["rundll32", "url.dll,FileProtocolHandler", url]);
});

test("the site is found beside the bundle's folder, and above compiled modules", () => {
  expect(findSite(join(outer, "bundle"))).toBe(site);
  expect(findSite(join(outer, "dist", "site"))).toBe(site);
  expect(findSite(join(outer, "a", "b", "c"))).toBeUndefined();
});
