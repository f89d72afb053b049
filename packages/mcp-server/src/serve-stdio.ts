/**
 * The server on standard input and output.
 * Invariants: nothing but protocol reaches stdout; the process ends soon after its input does, whatever still runs.
 */
import process from "node:process";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { RestCollector, toErrorAnswer } from "@sdl/engine";
import { type McpServerOptions, mcpServerFactory } from "./server.js";
import { StdioTransport } from "./stdio-transport.js";

/** How long work in flight may take to stop once the client has gone. */
const SHUTDOWN_MS = 1_000;

/** Resolves when the client has gone and the engine is closed, or the time for closing is over. */
export function serveStdio(options: McpServerOptions): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioTransport(process.stdin, process.stdout);
    const rest = new RestCollector();
    const handle = serve(mcpServerFactory({ ...options, rest }), { onerror: report, transport });
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      const closing = handle.close().then(() => options.engine.close());
      const timeout = new Promise<void>((done) => setTimeout(done, SHUTDOWN_MS).unref());
      Promise.race([closing, timeout]).then(resolve, (error: unknown) => {
        report(error);
        resolve();
      });
    };
    void transport.whenDone.then(stop);
    // A reader that has gone shows here as EPIPE.
    process.stdout.on("error", stop);
    // Nobody reads what it says there.
    process.stderr.on("error", () => undefined);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  });
}

function report(error: unknown): void {
  process.stderr.write(`sdl: ${toErrorAnswer(error).message}\n`);
}
