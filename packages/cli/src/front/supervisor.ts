/**
 * The parent of a server over HTTP: starts another when it dies. A server maps the index into memory, and a file that is cut off under it ends it
 * (SIGBUS) whatever it catches; its clients see requests fail, and go on at the same port. Loads nothing of the program.
 * Invariant: the server ends when its supervisor does, however that ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { serverEnvironment, serverExecArgv } from "./environment.js";
import { listeningPort, portEnvironment } from "./supervisor-messages.js";

/** A server that lived shorter did not get over what ended the one before; so many in a row, and the supervisor gives up. */
const QUICK_MS = 3_000;
const MAX_QUICK_DEATHS = 3;
/** How long a server may take to end when it is told to. */
const SHUTDOWN_MS = 4_000;
/** What the program exits with when it refuses its arguments, or is done. */
const DELIBERATE: ReadonlySet<number | null> = new Set([0, 2]);

/** Runs until the server ends by itself or by a signal; then the process ends as it did. */
export function runSupervisor(): void {
  new ServerSupervisor().start(undefined);
}

class ServerSupervisor {
  private server: ChildProcess | undefined;
  private port: number | undefined;
  private startedMs = 0;
  private quickDeaths = 0;
  private isStopping = false;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.stop(signal));
    // Nobody reads what it says there.
    process.stderr.on("error", () => undefined);
  }

  /** @param reason why the server before it ended */
  start(reason: string | undefined): void {
    const env = { ...serverEnvironment(process.env, reason), ...portEnvironment(this.port) };
    const args = [...serverExecArgv(process.execArgv), ...process.argv.slice(1)];
    this.startedMs = performance.now();
    const server = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env,
      windowsHide: true,
    });
    this.server = server;
    server.on("message", (message) => {
      this.port = listeningPort(message) ?? this.port;
    });
    server.once("error", (error) => this.fail(`the server cannot be started: ${error.message}`));
    server.once("exit", (code, signal) => this.end(code, signal));
  }

  private end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.isStopping || DELIBERATE.has(code) || this.port === undefined) process.exit(code ?? 1);
    const reason = signal ?? `exit code ${code}`;
    this.quickDeaths = performance.now() - this.startedMs < QUICK_MS ? this.quickDeaths + 1 : 0;
    if (this.quickDeaths > MAX_QUICK_DEATHS) this.fail(`the server ended again and again (${reason})`);
    process.stderr.write(`sdl: the server ended unexpectedly (${reason}) and is started again\n`);
    this.start(reason);
  }

  private stop(signal: NodeJS.Signals): void {
    this.server?.kill(signal);
    if (this.isStopping) return;
    this.isStopping = true;
    setTimeout(() => this.server?.kill("SIGKILL"), SHUTDOWN_MS).unref();
  }

  private fail(message: string): never {
    process.stderr.write(`sdl: ${message}\n`);
    process.exit(1);
  }
}
