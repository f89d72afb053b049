/** Tests of the program over HTTP: access, limits, and shutdown. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { makePlace } from "@sdl/engine/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CLIENT_KINDS, connectHttp, type TestClient } from "../clients.js";
import { type Example, indexExample, PROGRAM, serverEnvironment } from "../example.js";
import { type HttpServer, startHttp, stopServers } from "../http-server.js";

let example: Example;
let http: HttpServer;
beforeAll(async () => {
  example = await indexExample();
  http = await startHttp(example);
});
afterAll(async () => {
  await stopServers();
  example.remove();
});

test.skipIf(spawnSync("curl", ["--version"]).status !== 0)("the first call in the documentation works", () => {
  const page = readFileSync(new URL("../../../../docs/http.md", import.meta.url), "utf8");
  const [, written = ""] = /```sh\n(TOKEN=[\s\S]*?)```/.exec(page) ?? [];
  const script = written
    .replace("~/.local/share/sdl", example.home)
    .replace("http://127.0.0.1:7333/mcp", http.url)
    .replace('"query":"total","repoId":"shop"', '"query":"validateToken","repoId":"my-app"');
  const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect(stdout).toContain("src/auth/token.ts:12  function validateToken");
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const ASKED = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** Like `fetch`, which does not let callers set the Host header. */
async function send({ method = "POST", path, headers, body = ASKED }: Sent = {}, server = http) {
  const url = new URL(server.url);
  const accept = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const sent = request({
    ...{ hostname: url.hostname, port: url.port, path: path ?? url.pathname, method },
    headers: { Authorization: `Bearer ${server.token}`, ...accept, ...headers },
  });
  sent.end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number, headers: response.headers, text };
}

test("a request with the token is answered, without CORS headers for other sites", async () => {
  const { status, headers, text } = await send();
  expect([status, text]).toEqual([200, expect.stringContaining("sdl_context")]);
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test.each([
  [{ headers: { Host: "evil.example" } }, 403],
  [{ headers: { Origin: "http://evil.example" } }, 403],
  [{ headers: { Host: "evil.example", Origin: "http://evil.example" } }, 403],
  [{ headers: { Origin: "http://evil.example" }, method: "OPTIONS", body: "" }, 403],
  [{ headers: { Host: "evil.example", Authorization: "" }, body: "no JSON" }, 403],
  [{ headers: { Authorization: "" }, body: "no JSON" }, 401],
  [{ headers: { Authorization: "Bearer wrong" } }, 401],
  [{ path: "/" }, 404],
  [{ path: "/mcp/../etc/passwd" }, 404],
  [{ method: "GET", body: "" }, 405],
  [{ method: "DELETE", body: "" }, 405],
  [{ headers: { "Content-Type": "text/plain" } }, 415],
  [{ body: "no JSON" }, 400],
  [{ body: Buffer.from([0xff, 0xfe, 0x7b]) }, 400],
  [{ body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` }, 400],
  [{ body: JSON.stringify(Array.from({ length: 101 }, () => JSON.parse(ASKED))) }, 400],
] as const)("%j gets %i", async (sent: Sent, status) => {
  const answer = await send(sent);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    status,
    { jsonrpc: "2.0", id: null, error: { code: expect.any(Number), message: expect.stringMatching(/\w/) } },
  ]);
});

test("a body over 12 MB gets 413, with or without a length header, and the server continues", async () => {
  const body = Buffer.alloc(13 * 1024 * 1024, " ");
  expect((await send({ body })).status).toBe(413);
  expect((await send({ body, headers: { "Transfer-Encoding": "chunked" } })).status).toBe(413);
  expect((await send()).status).toBe(200);
});

test.each(CLIENT_KINDS)("an editor buffer of 5 MB is accepted (%s)", async (kind) => {
  const client = await connectHttp(kind, http);
  // Every line grows when written as JSON.
  const content = `export const pushed = 1;\n${'// \\ "text"\n'.repeat(500_000)}`.slice(0, 4_999_999);
  const result = await client.call("sdl_buffer_push", {
    ...{
      filePath: `src/pushed-${CLIENT_KINDS.indexOf(kind)}.ts`,
      content,
      eventType: "change",
      timestamp: new Date().toISOString(),
    },
    ...{ repoId: "my-app", version: 1, dirty: true, language: "typescript", answerFormat: "json" },
  });
  expect(result).toMatchObject({ structuredContent: { accepted: true } });
  await client.close();
});

test("the token is in a file that only the user can read, and stays for the next server", async () => {
  const path = join(example.home, "http-token");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(http.written.err).toContain(`${path} (made just now)`);
  const again = await startHttp(example);
  expect([again.token, again.written.err]).toEqual([http.token, expect.not.stringContaining("made just now")]);
  expect(await again.stop()).toBe(0);
  expect(again.written.out).toBe("");
});

function serve(options: readonly string[], home = example.home) {
  const env = { ...process.env, ...serverEnvironment(home) };
  const args = [PROGRAM, "serve", ...options];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: example.root, env, timeout: 20_000 });
  return { status, err: String(stderr) };
}

test.each([
  [["--http", "--stdio"], /choose one transport/],
  [[], /choose one transport/],
  [["--http", "--port", "70000"], /whole number from 0 to 65535/],
  [["--http", "--host", "192.0.2.1", "--port", "0"], /cannot be opened.*--host with an address of this machine/],
  [["--http", "--repo", "/no/such/folder"], /\/no\/such\/folder is not a readable folder/],
  [["--http", "--toolsets", "qury"], /unknown toolset "qury"; toolsets: query, source/],
  [["--http", "--exclude-tools", "sdl_serch"], /unknown action "sdl_serch". Did you mean/],
  [["--http", "--toolsets", "source", "--tools", "core"], /none of the tools of --tools core is offered.*--tools all/],
  [["--stdio", "--repo", ".", "..", "--store", "x"], /one folder holds the index of one repository/],
])("serve %j reports the error", (options, message) => {
  const { status, err } = serve(options);
  expect([status, err]).toEqual([2, expect.stringMatching(message)]);
});

test("a port in use is reported with advice", () => {
  const { port } = new URL(http.url);
  const { status, err } = serve(["--http", "--port", port]);
  expect([status, err]).toEqual([1, expect.stringMatching(/port \d+ of 127.0.0.1 is in use.*--port/s)]);
});

test("a token that others could read is refused", () => {
  const place = makePlace();
  mkdirSync(place.home, { recursive: true });
  const path = join(place.home, "http-token");
  writeFileSync(path, `${"a".repeat(43)}\n`, { mode: 0o644 });
  expect(serve(["--http"], place.home).err).toMatch(/mode 644.*delete the file/s);
  place.remove();
});

test("the environment sets further names of the server, an option replaces them", async () => {
  const env = { SDL_SERVE_ALLOWED_HOSTS: "sdl.example, other.example" };
  const statuses = async (args: readonly string[]) => {
    const server = await startHttp(example, args, env);
    const hosts = ["sdl.example", "other.example", "third.example"];
    const answers = await Promise.all(hosts.map((Host) => send({ headers: { Host } }, server)));
    await server.stop();
    return answers.map(({ status }) => status);
  };
  expect(await statuses([])).toEqual([200, 200, 403]);
  expect(await statuses(["--allowed-host", "third.example"])).toEqual([403, 403, 200]);
});

test("an address other than loopback causes a warning", async () => {
  const open = await startHttp(example, ["--host", "0.0.0.0"]);
  expect(open.written.err).toMatch(/WARNING: other machines can reach 0.0.0.0[\s\S]*--allowed-host NAME/);
  await open.stop();
});

/** A repository that takes a while to index. */
function largePlace() {
  const place = makePlace();
  mkdirSync(join(place.root, ".git"), { recursive: true });
  for (let i = 0; i < 400; i++) {
    const calls = Array.from(
      { length: 40 },
      (_, j) => `export function f${i}_${j}() { return f${i}_${(j + 1) % 40}(); }`,
    );
    writeFileSync(join(place.root, `f${i}.ts`), `${calls.join("\n")}\n`);
  }
  return place;
}

test("a request over the time limit gets an error that names the limit, and its work stops", async () => {
  const place = largePlace();
  const slow = await startHttp(place, ["--request-timeout", "0.1"]);
  const client = await connectHttp("2026-07-28", slow);
  const result = await client.call("sdl_index_refresh", { answerFormat: "json" });
  expect(result).toMatchObject({ isError: true, structuredContent: { code: "busy" } });
  expect(JSON.stringify(result)).toMatch(/longer than the 0.1 seconds.*--request-timeout/);
  await client.close();
  await slow.stop();
  const patient = await startHttp(place, ["--no-auto-index"]);
  const other = await connectHttp("2026-07-28", patient);
  const search = await other.call("sdl_search", { query: "f1_1", answerFormat: "json" });
  expect(search).toMatchObject({ isError: true, structuredContent: { code: "not_indexed" } });
  await other.close();
  await patient.stop();
  place.remove();
});

test("clients that cancel a refresh do not fail others that wait for it", async () => {
  const place = largePlace();
  const server = await startHttp(place);
  const clients = await Promise.all([1, 2, 3].map(() => connectHttp("2026-07-28", server)));
  const [first, second, third] = clients as [TestClient, TestClient, TestClient];
  const cancel = new AbortController();
  const args = { mode: "full", answerFormat: "json" };
  const calls: Promise<unknown>[] = [];
  await new Promise<void>((resolve) => {
    calls.push(first.call("sdl_index_refresh", args, { signal: cancel.signal, onprogress: () => resolve() }));
  });
  // These clients wait for the next refresh together.
  calls.push(second.call("sdl_index_refresh", args, { signal: cancel.signal }));
  const stayed = third.call("sdl_index_refresh", args);
  const left = Promise.allSettled(calls);
  await setTimeout(200);
  cancel.abort();
  expect((await left).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await stayed).toMatchObject({ structuredContent: { ok: true, symbols: 16_400 } });
  for (const client of clients) await client.close();
  await server.stop();
  place.remove();
});

test("a server answers about the named repositories only", async () => {
  const place = makePlace();
  const roots = ["one", "two", "three"].map((name) => {
    const root = join(place.root, name);
    mkdirSync(join(root, ".git"), { recursive: true });
    writeFileSync(join(root, `${name}.ts`), `export function ${name}() { return 1; }\n`);
    return root;
  }) as [string, string, string];
  const server = await startHttp(place, ["--repo", roots[0], roots[1]]);
  expect(server.written.err).toContain(`repositories: one (${roots[0]}), two (${roots[1]})`);
  const client = await connectHttp("2026-07-28", server);
  expect(client.instructions()).toContain("It serves the repositories one, two: pass one as repoId.");
  const search = (repoId?: string) =>
    client.call("sdl_search", { query: "two", answerFormat: "json", ...(repoId === undefined ? {} : { repoId }) });
  expect(JSON.stringify(await search("two"))).toContain("two.ts");
  expect(await search()).toMatchObject({ isError: true, structuredContent: { code: "invalid_params" } });
  for (const other of ["three", roots[2], "/"])
    expect(await search(other)).toMatchObject({ isError: true, structuredContent: { code: "repo_not_found" } });
  const explain = { type: "ref/prompt", name: "explain-symbol" } as const;
  const { values } = await client.complete({ ref: explain, argument: { name: "repoId", value: "" } });
  expect(values).toEqual(["one", "two"]);
  await client.close();
  await server.stop();
  place.remove();
});

/** The supervisor kills a server that has not ended by then. */
const KILLED_AFTER_MS = 4_000;

test("a signal ends the server at once, even during a request, and frees the port", async () => {
  const server = await startHttp(example);
  const client = await connectHttp("2026-07-28", server);
  const running = client.call("sdl_index_refresh", { mode: "full" }).catch(() => undefined);
  const startedMs = performance.now();
  const code = await server.stop();
  const tookMs = performance.now() - startedMs;
  expect(tookMs).toBeLessThan(15_000);
  // On a machine that is too busy for an orderly end, the supervisor kills it.
  if (tookMs < KILLED_AFTER_MS) expect(code).toBe(0);
  await running;
  await client.close().catch(() => undefined);
  const { port } = new URL(server.url);
  const again = await startHttp(example, ["--port", port]);
  expect(new URL(again.url).port).toBe(port);
  await again.stop();
});

test("a server that dies is restarted at the same port", async () => {
  const server = await startHttp(example);
  const { port } = new URL(server.url);
  const children = readFileSync(`/proc/${server.process.pid}/task/${server.process.pid}/children`, "utf8");
  process.kill(Number(children.trim().split(" ")[0]), "SIGBUS");
  await vi.waitFor(() => expect(server.written.err).toMatch(/SIGBUS.*started again[\s\S]*serving MCP/), {
    timeout: 20_000,
  });
  const client = await connectHttp("2026-07-28", { url: `http://127.0.0.1:${port}/mcp`, token: server.token });
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
  expect(await server.stop()).toBe(0);
});
