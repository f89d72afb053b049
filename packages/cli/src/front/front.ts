/**
 * The parent of a server: passes lines between it and its client, and starts another when it dies. A server maps the index into memory,
 * and a file that is cut off under it ends it (SIGBUS) whatever it catches; its client sees one call fail and goes on.
 * Loads nothing of the program: it is there before the server, and must cost next to nothing.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { Conversation } from "./conversation.js";
import { serverEnvironment } from "./environment.js";
import { LineSplitter } from "./lines.js";

/** How long a server may take to end once its client has gone. */
const SHUTDOWN_MS = 1_900;
/** A server that lived shorter and told its client nothing did not get over what ended the one before. */
const QUICK_MS = 3_000;
/** So many in a row, and the next waits for a request, and this long. */
const MAX_QUICK_DEATHS = 3;
const PAUSE_MS = 1_000;
/** What the program exits with when it refuses its arguments, or is done. */
const DELIBERATE = new Set([0, 2]);

type Server = ChildProcessByStdio<Writable, Readable, null>;

/** Runs until the client has gone; then the process ends as its server did. */
export function runFront(): void {
  new Front().start();
}

class Front {
  private readonly conversation = new Conversation();
  private server: Server | undefined;
  private startedMs = 0;
  private quickDeaths = 0;
  private hasAnswered = false;
  private isStopping = false;
  private reason: string | undefined;

  start(): void {
    this.startServer();
    const fromClient = new LineSplitter((line) => this.hear(line));
    process.stdin.on("data", (chunk: Buffer) => fromClient.push(chunk));
    process.stdin.once("end", () => this.stop());
    process.stdin.once("error", () => this.stop());
    process.stdout.on("drain", () => this.server?.stdout.resume());
    // A reader that has gone shows here as EPIPE.
    process.stdout.once("error", () => this.stop());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.stop(signal));
  }

  private startServer(): void {
    const env = serverEnvironment(process.env, this.reason);
    const args = [...process.execArgv, ...process.argv.slice(1)];
    const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env, windowsHide: true });
    const fromServer = new LineSplitter((line) => this.answer(line, server));
    this.server = server;
    this.startedMs = performance.now();
    server.stdout.on("data", (chunk: Buffer) => fromServer.push(chunk));
    // It has gone: its end says so.
    server.stdin.on("error", () => undefined);
    server.stdin.on("drain", () => process.stdin.resume());
    server.once("error", (error) => this.end(server, 1, error.message));
    server.once("close", (code, signal) => {
      // Half a message of a server that died belongs to nobody.
      if (signal === null && !this.hasAnswered) process.stdout.write(fromServer.takeRest());
      this.end(server, code ?? 1, signal ?? `exit code ${code}`);
    });
  }

  private hear(line: string): void {
    if (this.server === undefined && performance.now() - this.startedMs > PAUSE_MS) this.takeOver();
    this.conversation.hear(line);
    if (this.server === undefined) this.refuse();
    else this.send(this.server, line);
  }

  private send(server: Server, line: string): void {
    if (!server.stdin.write(`${line}\n`)) process.stdin.pause();
  }

  private answer(line: string, server: Server): void {
    this.hasAnswered = true;
    if (!this.conversation.answer(line)) return;
    // It serves: what ended the one before is over.
    this.quickDeaths = 0;
    if (!process.stdout.write(`${line}\n`)) server.stdout.pause();
  }

  /** @param code what the process exits with, if this is its end too */
  private end(server: Server, code: number, reason: string): void {
    if (this.server !== server) return;
    this.server = undefined;
    process.stdin.resume();
    if (this.isStopping || DELIBERATE.has(code) || !this.hasAnswered) {
      this.exit(code);
      return;
    }
    this.reason = reason;
    this.quickDeaths = performance.now() - this.startedMs < QUICK_MS ? this.quickDeaths + 1 : 0;
    process.stderr.write(`sdl: the server ended unexpectedly (${reason})\n`);
    if (this.quickDeaths < MAX_QUICK_DEATHS) this.takeOver();
    else this.refuse();
  }

  private takeOver(): void {
    const { answers, lines } = this.conversation.takeOver(this.reason ?? "");
    this.startServer();
    const { server } = this;
    for (const line of lines) if (server !== undefined) this.send(server, line);
    for (const line of answers) process.stdout.write(`${line}\n`);
  }

  /** No server can be started now: calls fail, and the next one tries again. */
  private refuse(): void {
    for (const line of this.conversation.takeOver(this.reason ?? "").answers) process.stdout.write(`${line}\n`);
  }

  private stop(signal?: NodeJS.Signals): void {
    const { server } = this;
    if (server === undefined) {
      this.exit(0);
      return;
    }
    if (signal !== undefined) server.kill(signal);
    if (this.isStopping) return;
    this.isStopping = true;
    server.stdin.end();
    setTimeout(() => server.kill("SIGKILL"), SHUTDOWN_MS);
  }

  private exit(code: number): void {
    process.stdout.write("", () => process.exit(code));
  }
}
