/** `sdl serve --stdio` from the bundle, started as clients do, on the example repository. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeExampleRepository } from "@sdl/engine/testing";
import { onTestFinished } from "vitest";

export const PROGRAM = fileURLToPath(new URL("../../bundle/sdl.js", import.meta.url));

export interface Example {
  /** First module of the program; absent means the bundle's. */
  readonly program?: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The indexed example repository, in a folder that is removed after the test. */
export function indexedExample(write: (root: string) => void = writeExampleRepository): Example {
  const example = newExample(write);
  runProgram(example, "index", "--no-settle");
  return example;
}

/** The example repository without an index. */
export function newExample(write: (root: string) => void = writeExampleRepository): Example {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-fault-")));
  onTestFinished(() => removeFolder(folder));
  const root = join(folder, "my-app");
  write(root);
  return {
    root,
    env: { PATH: process.env["PATH"] ?? "", SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off" },
  };
}

/**
 * Removes a folder. A process that a test ended may have started another, which ends a second later and may write until
 * then.
 */
export async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      await sleep(100);
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

/** @returns standard output @throws {Error} with the exit code if it fails */
export function runProgram({ root, env, program = PROGRAM }: Example, ...args: string[]): string {
  return execFileSync(process.execPath, [program, ...args], { cwd: root, env, encoding: "utf8", stdio: "pipe" });
}

type Message = Readonly<Record<string, unknown>>;

export interface Client {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything that answers no request. */
  readonly errors: string[];
  readonly notifications: Message[];
  send(message: object): void;
  answer(id: number): Promise<Message>;
  /** @returns the call's structured content */
  call(tool: string, args: object, meta?: object): Promise<Message>;
  /** The process id of the server, which is the front's child. */
  serverPid(): number;
  exit(): Promise<number | null>;
}

/** Connects like a client, with the handshake. @param options of the command */
export async function connect(example: Example, ...options: readonly string[]): Promise<Client> {
  const { root, env, program = PROGRAM } = example;
  const child = spawn(process.execPath, [program, "serve", "--stdio", ...options], { cwd: root, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const answers = new Map<unknown, Message>();
  const waiting = new Map<unknown, (message: Message) => void>();
  const errors: string[] = [];
  const notifications: Message[] = [];
  let nextId = 1;
  child.stderr.on("data", (text) => errors.push(String(text)));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message: Message = JSON.parse(line);
    if (!("id" in message)) return void notifications.push(message);
    if (answers.has(message["id"])) errors.push(`answered twice: ${line}`);
    answers.set(message["id"], message);
    waiting.get(message["id"])?.(message);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answer = (id: number) =>
    new Promise<Message>((resolve) => {
      const known = answers.get(id);
      if (known === undefined) waiting.set(id, resolve);
      else resolve(known);
    });
  const client: Client = {
    process: child,
    errors,
    notifications,
    send,
    answer,
    call: async (name, args, meta = {}) => {
      const id = nextId++;
      send({ id, method: "tools/call", params: { name, arguments: { answerFormat: "json", ...args }, _meta: meta } });
      const { result } = (await answer(id)) as { readonly result?: { readonly structuredContent?: Message } };
      return result?.structuredContent ?? {};
    },
    serverPid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0]),
    exit: () => {
      child.stdin.end();
      return ended;
    },
  };
  const clientInfo = { name: "test", version: "0" };
  send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await answer(0);
  send({ method: "notifications/initialized" });
  return client;
}
