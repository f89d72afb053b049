/**
 * Language server on standard input and output.
 * Invariants: stdout carries only protocol messages; the process ends soon after its input ends or its editor dies, even if work is still running.
 */
import process from "node:process";
import { createConnection, type InitializeParams, ProposedFeatures, type WatchDog } from "vscode-languageserver";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { LspServer, type LspServerOptions } from "./server.js";

/** Maximum time for work in progress to stop after the client has disconnected. */
const SHUTDOWN_MS = 1_000;
/** Interval of the checks whether the editor's process is alive. */
const EDITOR_LOOK_MS = 3_000;

/** Serves until the client disconnects. @returns the exit code, once the engine is closed or {@link SHUTDOWN_MS} is over */
export function serveLspStdio(options: LspServerOptions): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (code: number) => {
      if (stopping) return;
      stopping = true;
      const closing = server.pushLastEvents().then(() => options.engine.close());
      const timeout = new Promise<void>((done) => setTimeout(done, SHUTDOWN_MS).unref());
      const ended = () => resolve(code);
      Promise.race([closing, timeout]).then(ended, ended);
    };
    const reader = new StreamMessageReader(process.stdin);
    const writer = new StreamMessageWriter(process.stdout);
    const connection = createConnection(
      (logger) => createProtocolConnection(reader, writer, logger),
      new EditorWatch(stop),
      ProposedFeatures.all,
    );
    reader.onError((error) => {
      // A message with invalid JSON is skipped. After an invalid header the start of the next message is unknown.
      if (error instanceof SyntaxError) return;
      process.stderr.write(`sdl: the client sent an invalid message header, so the server stops: ${error.message}\n`);
      stop(1);
    });
    const server = new LspServer(connection, options);
    server.attachHandlers();
    connection.onShutdown(() => server.closeAll());
    process.stdin.once("end", () => stop(0));
    process.stdin.once("close", () => stop(0));
    // A disconnected reader of stdout causes EPIPE here.
    process.stdout.on("error", () => stop(0));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop(0));
    connection.listen();
  });
}

/** Ends the server when the client requests it or when the editor's process has ended. */
class EditorWatch implements WatchDog {
  shutdownReceived = false;

  constructor(private readonly stop: (code: number) => void) {}

  initialize({ processId }: InitializeParams): void {
    if (typeof processId !== "number") return;
    const look = setInterval(() => {
      if (isThere(processId)) return;
      clearInterval(look);
      this.stop(0);
    }, EDITOR_LOOK_MS).unref();
  }

  exit(code: number): void {
    this.stop(code);
  }
}

function isThere(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
