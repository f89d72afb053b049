/**
 * Runs the steps of `deploy/Containerfile` without a container engine: each stage in a Debian root of its own, the
 * program packed from this checkout. Then starts what the file starts, as its user, over a PostgreSQL server with one
 * pushed repository, and asks it a question. Needs root, debootstrap, PostgreSQL and a build (`apt-get install
 * debootstrap postgresql`); takes some three minutes.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresServer, whyNoPostgres } from "../packages/remote/dist/testing/index.js";
import { packPackage, run } from "./packed.mjs";

const CONTAINERFILE = "deploy/Containerfile";
const MIRROR = "http://deb.debian.org/debian";
const PROGRAM = "packages/cli";
const START_MS = 30_000;
/** Where the authorities that this machine trusts lie in a root: no package of Debian writes there. */
const AUTHORITIES = "/authorities.pem";

/** Instructions with their arguments; lines that end in a backslash continue. */
function readInstructions() {
  const text = readFileSync(CONTAINERFILE, "utf8").replaceAll("\\\n", " ");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, rest] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`${CONTAINERFILE}: this script does not understand "${line}"`);
    return { name, rest };
  });
}

/** One stage: a root folder, its variables, its user. */
class Stage {
  env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };
  user = "root";
  entrypoint = [];
  command = [];

  constructor(root) {
    this.root = root;
  }

  /** Words of a program in this root. */
  words(args) {
    return [`--userspec=${this.user}:${this.user}`, this.root, ...args];
  }

  run(command) {
    console.log(`RUN ${command}`);
    run("chroot", this.words(["/bin/sh", "-c", command]), { env: this.env });
  }
}

/** Copies what a real build inherits from its engine: name servers, and the authorities that this machine trusts. */
function copyNetwork(root) {
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities === undefined) return {};
  cpSync(authorities, join(root, AUTHORITIES), { dereference: true });
  return { NODE_EXTRA_CA_CERTS: AUTHORITIES };
}

/** Bases by image, each made once. */
function baseOf(image, folder, bases) {
  const [, suite] = /^docker\.io\/library\/debian:([a-z]+)-slim$/.exec(image) ?? [];
  if (suite === undefined) throw new Error(`this script makes no base for ${image}`);
  if (!bases.has(suite)) {
    const base = join(folder, suite);
    console.log(`debootstrap ${suite}`);
    run("debootstrap", ["--variant=minbase", suite, base, MIRROR]);
    bases.set(suite, base);
  }
  return bases.get(suite);
}

/** Runs all instructions. @returns the last stage */
function build(folder, args) {
  const bases = new Map();
  const stages = new Map();
  let stage;
  const steps = {
    FROM(rest) {
      const [image, , name = ""] = rest.split(" ");
      const root = join(folder, `stage-${stages.size}`);
      run("cp", ["-a", baseOf(image, folder, bases), root]);
      stage = new Stage(root);
      Object.assign(stage.env, copyNetwork(root));
      stages.set(name, stage);
    },
    ARG(rest) {
      const [name, value] = rest.split("=");
      stage.env[name] = args[name] ?? value;
    },
    COPY(rest) {
      const words = rest.split(" ");
      const from = words[0].startsWith("--from=")
        ? stages.get(words.shift().slice("--from=".length)).root
        : args.context;
      cpSync(join(from, words[0]), join(stage.root, words[1]), { recursive: true, verbatimSymlinks: true });
    },
    RUN: (rest) => stage.run(rest),
    ENV: (rest) => Object.assign(stage.env, Object.fromEntries(rest.split(" ").map((pair) => pair.split("=")))),
    USER(rest) {
      stage.user = rest;
    },
    HEALTHCHECK(rest) {
      stage.health = JSON.parse(rest.replace(/^CMD /, ""));
    },
    ENTRYPOINT(rest) {
      stage.entrypoint = JSON.parse(rest);
    },
    CMD(rest) {
      stage.command = JSON.parse(rest);
    },
    EXPOSE: () => undefined,
    VOLUME: () => undefined,
  };
  for (const { name, rest } of readInstructions()) {
    if (steps[name] === undefined) throw new Error(`this script knows no ${name}`);
    steps[name](rest);
  }
  return stage;
}

/** Pushes a repository of one file, with a built program of this checkout. */
function pushRepository(folder, url) {
  const root = join(folder, "shop");
  mkdirSync(root);
  writeFileSync(join(root, "orders.ts"), "export function placeOrder(): void {}\n");
  const git = (...args) =>
    run("git", ["-c", "user.name=shop", "-c", "user.email=shop@localhost", ...args], { cwd: root });
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "https://git.example.org/acme/shop.git");
  git("add", ".");
  git("commit", "-q", "-m", "Place orders");
  const program = join(process.cwd(), PROGRAM, "bundle", "sdl.js");
  const sdl = (...args) =>
    run(process.execPath, [program, ...args], { cwd: root, env: { ...process.env, SDL_HOME: join(folder, "home") } });
  sdl("remote", "add", "team", url);
  console.log(sdl("push").trim());
}

/** Waits until the file's own health check passes. */
async function waitUntilHealthy(stage) {
  for (let waitedMs = 0; waitedMs < START_MS; waitedMs += 500) {
    try {
      run("chroot", stage.words(stage.health), { env: stage.env });
      return;
    } catch {
      await sleep(500);
    }
  }
  throw new Error("the server is not ready");
}

/** Asks over HTTP, as the host of the container would. */
async function ask(stage) {
  const token = readFileSync(join(stage.root, "var/lib/sdl/data/home/http-token"), "utf8").trim();
  const body = {
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: { name: "sdl_symbol_search", arguments: { repoId: "acme/shop", query: "placeOrder" } },
  };
  const headers = {
    ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    authorization: `Bearer ${token}`,
  };
  const answer = await fetch("http://127.0.0.1:7333/mcp", { method: "POST", headers, body: JSON.stringify(body) });
  return answer.text();
}

async function check(folder) {
  const context = join(folder, "context");
  cpSync("deploy", context, { recursive: true });
  const tarball = packPackage(PROGRAM, context);
  const stage = build(folder, { context, PROGRAM: `/context/${tarball.slice(context.length + 1)}` });
  const database = await PostgresServer.start();
  try {
    pushRepository(folder, database.url());
    const env = { ...stage.env, SDL_SERVE_REMOTE: database.url() };
    const server = spawn("chroot", stage.words([...stage.entrypoint, ...stage.command]), { env, stdio: "inherit" });
    try {
      await waitUntilHealthy(stage);
      const answer = await ask(stage);
      console.log(answer.trim());
      if (!answer.includes("orders.ts")) throw new Error("the answer names no orders.ts");
    } finally {
      server.kill();
    }
  } finally {
    await database.remove();
  }
  console.log(`The steps of ${CONTAINERFILE} work.`);
}

const reason = whyNoPostgres();
if (reason !== "") throw new Error(`no PostgreSQL: ${reason}`);
const folder = mkdtempSync(join(tmpdir(), "sdl-container-"));
try {
  await check(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
