/**
 * Parent process of a server: passes lines between server and client, and starts another server when one dies. A server
 * maps the index into memory, and truncating that file under it kills it (SIGBUS) whatever it catches; the client then
 * sees one call fail and continues.
 * Loads nothing of the program, because it starts before the server and must cost almost nothing. Invariants: its
 * memory is bounded, whatever the client sends and whether or not it reads; it ends within five seconds of its client
 * or of the process that started it, even if output is still unwritten.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { LineReader, refuseAll, TOO_LONG, watchParent } from "@sdl/mcp-server/wire";
import { Conversation } from "./conversation.js";
import { idleExitMs, REST_EXIT_CODE, serverEnvironment, serverExecArgv } from "./environment.js";
import { LineSplitter } from "./lines.js";

/** Maximum milliseconds for a server to end after its client has disconnected. */
const SHUTDOWN_MS = 2_900;
/** When the front ends, whether or not the client has read all output. */
const EXIT_DEADLINE_MS = 3_500;
/**
 * The shutdown limit for a client that never sent anything: the process that started the program may wait for a message
 * about its arguments.
 */
const SILENT_CLIENT_MS = 30_000;
/** How long the client may take to read the last answers of a server that ended by itself. */
const FLUSH_MS = 1_000;
/**
 * A server that lived shorter than this and answered nothing probably failed for the same reason as its predecessor.
 */
const QUICK_DEATH_MS = 3_000;
/** After this many quick deaths in a row, the next start waits for a request and for this pause. */
const MAX_QUICK_DEATHS = 3;
const RESTART_PAUSE_MS = 1_000;
/** Exit codes of a server that refused its arguments, or finished its work. */
const DELIBERATE_EXIT_CODES = new Set([0, 2]);
/** Input is not read while more bytes than this wait for the server, or wait to be read by the client. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
const MAX_UNREAD_BYTES = 1024 * 1024;

const IDLE_CHECK_MS = 30_000;
const STALL_CHECK_MS = 1_000;
/**
 * Maximum time of blocked output before the front ends, once its starting process has ended or its input buffer is
 * full.
 */
const ORPHAN_STALL_MS = 2_000;
const FULL_STALL_MS = 4_000;

type Server = ChildProcessByStdio<Writable, Readable, null>;

/** Advice by error code, for when the system refuses to start a process. */
const START_ADVICE: Readonly<Record<string, string>> = {
  EMFILE: "raise the number of files that a process may open (ulimit -n)",
  ENFILE: "the system has no more files to open: end other programs, or raise fs.file-max",
  EAGAIN: "raise the number of processes that this user may run (ulimit -u)",
  ENOMEM: "end other programs, or give the system more memory",
};

/**
 * Whether a child has its streams: without free descriptors, the system starts it without them, contrary to the types.
 */
function hasPipes({ stdin, stdout }: { readonly stdin?: unknown; readonly stdout?: unknown }): boolean {
  return stdin !== undefined && stdin !== null && stdout !== undefined && stdout !== null;
}

/** Runs until the client disconnects; then the process exits with the server's code. */
export function runFront(): void {
  new Front().start();
}

class Front {
  private readonly conversation = new Conversation();
  private readonly parent = process.ppid;
  private server: Server | undefined;
  private startedMs = 0;
  private quickDeaths = 0;
  private hasReceived = false;
  private hasAnswered = false;
  private isStopping = false;
  private reason: string | undefined;
  private stall: NodeJS.Timeout | undefined;
  private lastOutputMs = 0;
  private receivedMs = performance.now();

  start(): void {
    this.startServer();
    watchParent(() => this.stop("SIGTERM"));
    this.watchIdle(idleExitMs());
    const fromClient = new LineReader({
      onLine: (bytes) => this.receive(bytes),
      onTooLong: ({ messages }) => this.writeReplies(refuseAll(messages, TOO_LONG)),
    });
    process.stdin.on("data", (chunk: Buffer) => {
      fromClient.push(chunk);
      this.readOrWait();
    });
    process.stdin.once("end", () => {
      fromClient.end();
      this.stop();
    });
    process.stdin.once("error", () => this.stop());
    process.stdout.on("drain", () => this.resumeInput());
    // If the reader has closed the pipe, writing fails with EPIPE.
    process.stdout.on("error", () => {
      this.server?.stdout.resume();
      this.stop("SIGTERM");
    });
    // Nobody reads standard error any more.
    process.stderr.on("error", () => undefined);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.stop(signal));
  }

  private startServer(): void {
    const env = serverEnvironment(process.env, this.reason);
    const args = [...serverExecArgv(process.execArgv), ...process.argv.slice(1)];
    const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env, windowsHide: true });
    if (!hasPipes(server)) {
      server.once("error", (error) => this.failStart(error));
      return;
    }
    const fromServer = new LineSplitter((line) => this.handleServerLine(line, server));
    this.server = server;
    this.startedMs = performance.now();
    server.stdout.on("data", (chunk: Buffer) => fromServer.push(chunk));
    // The server has ended: its close event handles that.
    server.stdin.on("error", () => undefined);
    server.stdin.on("drain", () => this.readOrWait());
    server.once("error", (error) => this.failStart(error));
    server.once("close", (code, signal) => {
      // Half a message of a dead server is dropped.
      if (signal === null && !this.hasAnswered) process.stdout.write(fromServer.takeRest());
      // A server killed at the time limit had received a stop request before.
      this.handleServerEnd(server, code ?? (this.isStopping ? 0 : 1), signal ?? `exit code ${code}`);
    });
  }

  private receive(line: Uint8Array): void {
    this.hasReceived = true;
    this.receivedMs = performance.now();
    if (this.server === undefined && performance.now() - this.startedMs > RESTART_PAUSE_MS) this.takeOver();
    this.conversation.addClientLine(line);
    if (this.server === undefined) this.failPendingCalls();
    else this.send(this.server, line);
  }

  private send(server: Server, line: Uint8Array | string): void {
    server.stdin.write(line);
    server.stdin.write("\n");
  }

  private handleServerLine(line: string, server: Server): void {
    this.hasAnswered = true;
    if (!this.conversation.noteServerLine(line)) return;
    // The server answers, so it does not fail for the same reason as its predecessor.
    this.quickDeaths = 0;
    if (!this.write(line)) server.stdout.pause();
  }

  private writeReplies(lines: readonly string[]): void {
    for (const line of lines) this.write(line);
  }

  /** @returns false while the client reads more slowly than this writes */
  private write(line: string): boolean {
    const goesOn = process.stdout.write(`${line}\n`, () => {
      this.lastOutputMs = performance.now();
    });
    if (!goesOn) this.watchStall();
    return goesOn;
  }

  private resumeInput(): void {
    clearInterval(this.stall);
    this.stall = undefined;
    this.server?.stdout.resume();
    this.readOrWait();
  }

  private readOrWait(): void {
    if (this.isFull()) process.stdin.pause();
    else if (process.stdin.isPaused() && !this.isStopping) process.stdin.resume();
  }

  private isFull(): boolean {
    const heldBytes = this.server?.stdin.writableLength ?? 0;
    return heldBytes > MAX_HELD_BYTES || process.stdout.writableLength > MAX_UNREAD_BYTES;
  }

  /**
   * Watches for blocked output. A client that reads slowly is waited for, except a client that exited but left its pipe
   * ends to other processes, and a client that only writes.
   */
  private watchStall(): void {
    if (this.stall !== undefined) return;
    this.lastOutputMs = performance.now();
    this.stall = setInterval(() => {
      const stalledMs = performance.now() - this.lastOutputMs;
      const isOrphan = process.ppid !== this.parent && stalledMs >= ORPHAN_STALL_MS;
      const isFull = this.isFull() && stalledMs >= FULL_STALL_MS;
      if (!isOrphan && !isFull) return;
      process.stderr.write("sdl: the client does not read the answers; the server ends\n");
      this.stop("SIGTERM");
    }, STALL_CHECK_MS).unref();
  }

  /** @param code the exit code of the process, if the front ends too */
  private handleServerEnd(server: Server, code: number, reason: string): void {
    if (this.server !== server) return;
    this.server = undefined;
    if (code === REST_EXIT_CODE) {
      if (this.isStopping) this.exit(0);
      else this.restUntilRequest();
      return;
    }
    if (this.isStopping || DELIBERATE_EXIT_CODES.has(code) || !this.hasAnswered) {
      this.exit(code);
      return;
    }
    this.readOrWait();
    this.reason = reason;
    this.quickDeaths = performance.now() - this.startedMs < QUICK_DEATH_MS ? this.quickDeaths + 1 : 0;
    const isRestarted = this.quickDeaths < MAX_QUICK_DEATHS;
    const next = isRestarted
      ? "and is started again"
      : `soon after its start, ${this.quickDeaths} times in a row; the next call tries again, sdl doctor finds problems`;
    process.stderr.write(`sdl: the server ended unexpectedly (${reason}) ${next}\n`);
    if (isRestarted) this.takeOver();
    else this.failPendingCalls();
  }

  /**
   * Waits for the next request before starting another server. The ended server had not begun requests that arrived
   * meanwhile.
   */
  private restUntilRequest(): void {
    this.reason = undefined;
    this.startedMs = Number.NEGATIVE_INFINITY;
    this.readOrWait();
    if (this.conversation.isWaiting) this.takeOver();
  }

  /** Ends the front after a time without requests: a client may keep a server that it never uses. */
  private watchIdle(exitMs: number): void {
    if (!Number.isFinite(exitMs)) return;
    setInterval(
      () => {
        if (performance.now() - this.receivedMs >= exitMs && !this.conversation.isWaiting) this.stop();
      },
      Math.min(IDLE_CHECK_MS, exitMs),
    ).unref();
  }

  /**
   * The system starts no process. If it is the first server, the front ends; later, calls fail and the next call tries
   * again.
   */
  private failStart(error: NodeJS.ErrnoException): void {
    this.server = undefined;
    const advice = START_ADVICE[error.code ?? ""];
    const text = `the server cannot be started: ${error.message}${advice === undefined ? "" : `; ${advice}`}`;
    process.stderr.write(`sdl: ${text}\n`);
    if (!this.hasAnswered) {
      this.exit(1);
      return;
    }
    this.reason = text;
    this.failPendingCalls();
  }

  private takeOver(): void {
    const { answers, lines } = this.conversation.takeOver(this.reason);
    this.startServer();
    const { server } = this;
    for (const line of lines) if (server !== undefined) this.send(server, line);
    this.writeReplies(answers);
  }

  /** No server can be started now: calls fail, and the next call tries again. */
  private failPendingCalls(): void {
    this.writeReplies(this.conversation.takeOver(this.reason ?? "").answers);
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
    const isHurried = this.hasReceived || signal !== undefined;
    setTimeout(() => server.kill("SIGKILL"), isHurried ? SHUTDOWN_MS : SILENT_CLIENT_MS);
    setTimeout(() => process.exit(0), isHurried ? EXIT_DEADLINE_MS : SILENT_CLIENT_MS + EXIT_DEADLINE_MS);
  }

  /** Exits when the client has read all output, or takes too long. */
  private exit(code: number): void {
    setTimeout(() => process.exit(code), FLUSH_MS);
    process.stdout.write("", () => process.exit(code));
  }
}
