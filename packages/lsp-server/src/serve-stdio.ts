/**
 * The language server on standard input and output.
 * Invariants: nothing but protocol reaches stdout; the process ends soon after its input does or its editor dies, whatever still runs.
 */
import process from "node:process";
import { createConnection, type InitializeParams, ProposedFeatures, type WatchDog } from "vscode-languageserver";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { LspServer, type LspServerOptions } from "./server.js";

/** How long work in flight may take to stop once the client has gone. */
const SHUTDOWN_MS = 1_000;
/** How often the editor's process is looked for. */
const EDITOR_LOOK_MS = 3_000;

/** @returns the exit code, when the client has gone and the engine is closed, or the time for closing is over */
export function serveLspStdio(options: LspServerOptions): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (code: number) => {
      if (stopping) return;
      stopping = true;
      const closing = server.settle().then(() => options.engine.close());
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
      // A message that is no JSON is skipped. After a header that cannot be read nobody knows where the next one begins.
      if (error instanceof SyntaxError) return;
      process.stderr.write(`sdl: the client's messages cannot be told apart any more: ${error.message}\n`);
      stop(1);
    });
    const server = new LspServer(connection, options);
    server.attach();
    connection.onShutdown(() => server.closeAll());
    process.stdin.once("end", () => stop(0));
    process.stdin.once("close", () => stop(0));
    // A reader that has gone shows here as EPIPE.
    process.stdout.on("error", () => stop(0));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop(0));
    connection.listen();
  });
}

/** Ends the server when the client says so, or when the editor's process is there no more. */
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
