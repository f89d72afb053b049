/**
 * Parent process of a server over HTTP: starts another when it dies. A server maps the index into memory, and
 * truncating that file under it kills it (SIGBUS) whatever it catches; clients then see requests fail and continue at
 * the same port. Loads nothing of the program.
 * Invariant: the server ends when its supervisor does, however the supervisor ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { serverEnvironment, serverExecArgv } from "./environment.js";
import { listeningPort, portEnvironment } from "./supervisor-messages.js";

/**
 * A server that lived shorter than this failed for the same reason as its predecessor; after this many such failures in
 * a row, the supervisor gives up.
 */
const QUICK_DEATH_MS = 3_000;
const MAX_QUICK_DEATHS = 3;
/** How long a server may take to end after a signal. */
const SHUTDOWN_MS = 4_000;
/** Exit codes of a server that refused its arguments, or finished its work. */
const DELIBERATE_EXIT_CODES: ReadonlySet<number | null> = new Set([0, 2]);

/** Runs until the server ends by itself or by a signal; then the process exits with the same code. */
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
    // Nobody reads standard error any more.
    process.stderr.on("error", () => undefined);
  }

  /** @param reason why the previous server ended */
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
    server.once("error", (error) => this.failServer(`the server cannot be started: ${error.message}`));
    server.once("exit", (code, signal) => this.handleServerEnd(code, signal));
  }

  private handleServerEnd(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.isStopping || DELIBERATE_EXIT_CODES.has(code) || this.port === undefined) process.exit(code ?? 1);
    const reason = signal ?? `exit code ${code}`;
    this.quickDeaths = performance.now() - this.startedMs < QUICK_DEATH_MS ? this.quickDeaths + 1 : 0;
    if (this.quickDeaths > MAX_QUICK_DEATHS) this.failServer(`the server ended again and again (${reason})`);
    process.stderr.write(`sdl: the server ended unexpectedly (${reason}) and is started again\n`);
    this.start(reason);
  }

  private stop(signal: NodeJS.Signals): void {
    this.server?.kill(signal);
    if (this.isStopping) return;
    this.isStopping = true;
    setTimeout(() => this.server?.kill("SIGKILL"), SHUTDOWN_MS).unref();
  }

  private failServer(message: string): never {
    process.stderr.write(`sdl: ${message}\n`);
    process.exit(1);
  }
}
