/** `sdl serve --stdio` as raw bytes: what a client without a protocol library writes and sees. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type Example, PROGRAM } from "./server.js";

type Message = Readonly<Record<string, unknown>>;

export interface RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  /** All lines of standard output. */
  readonly messages: Message[];
  /** Standard output that is no message, and all of standard error. */
  readonly noise: string[];
  /** Resolves when the server accepts more input. */
  write(bytes: Uint8Array | string): Promise<void>;
  request(message: object): Promise<Message>;
  until(condition: () => boolean): Promise<void>;
  exit(): Promise<number | null>;
}

/**
 * The last revision of the protocol with a handshake, and the first in which each request carries the handshake's
 * content.
 */
export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

/** Parameters that every request carries. */
export function metaOf(revision: Revision): object {
  if (revision === "2025-11-25") return {};
  const prefix = "io.modelcontextprotocol";
  return { _meta: { [`${prefix}/protocolVersion`]: revision, [`${prefix}/clientCapabilities`]: {} } };
}

/** A server after the handshake, or one that is ready, for the revision without a handshake. */
export async function startRaw({ root, env }: Example, revision: Revision = "2025-11-25"): Promise<RawServer> {
  const child = spawn(process.execPath, [PROGRAM, "serve", "--stdio"], { cwd: root, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const messages: Message[] = [];
  const noise: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stderr.on("data", (text) => noise.push(String(text)));
  child.stdin.on("error", (error) => noise.push(String(error)));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parseMessage(line);
    if (message === undefined) noise.push(line);
    else messages.push(message);
  });
  const write: RawServer["write"] = (bytes) => new Promise((resolve) => child.stdin.write(bytes, () => resolve()));
  const until: RawServer["until"] = async (condition) => {
    const deadline = performance.now() + 30_000;
    while (!condition() && performance.now() < deadline) await sleep(10);
  };
  const request: RawServer["request"] = async (message) => {
    const { id } = message as { readonly id: unknown };
    await write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const find = () => messages.find((one) => one["id"] === id);
    await until(() => find() !== undefined);
    const found = find();
    if (found === undefined) throw new Error(`no answer to ${JSON.stringify(message)}: ${noise.join("")}`);
    return found;
  };
  if (revision === "2026-07-28") {
    await request({ id: "handshake", method: "server/discover", params: metaOf(revision) });
  } else {
    const clientInfo = { name: "raw", version: "0" };
    const params = { protocolVersion: revision, capabilities: {}, clientInfo };
    await request({ id: "handshake", method: "initialize", params });
    await write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  const exit = () => {
    child.stdin.end();
    return ended;
  };
  return { process: child, messages, noise, write, request, until, exit };
}

function parseMessage(line: string): Message | undefined {
  try {
    const message: Message = JSON.parse(line);
    return message["jsonrpc"] === "2.0" ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Process ids of children of a process, and of their children. */
export function descendants(pid: number): number[] {
  let text = "";
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  } catch {
    return []; // it has ended
  }
  const children = text === "" ? [] : text.split(" ").map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Peak memory of a process in MB. */
export function peakMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
