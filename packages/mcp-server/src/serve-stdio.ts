/**
 * MCP server on standard input and output. Invariants: only protocol messages reach stdout; the process ends soon after
 * its input ends or its parent has exited, whatever still runs
 */
import process from "node:process";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { IdleCollector, toErrorAnswer } from "@sdl/engine";
import { IdleWatch } from "./idle.js";
import { type McpServerOptions, mcpServerFactory } from "./server.js";
import { StdioTransport } from "./stdio-transport.js";
import { watchParent } from "./wire/parent-watch.js";

/** How long running work may take to stop after the client has disconnected. */
const SHUTDOWN_MS = 1_000;

/** Options of the server on standard input and output. */
export interface StdioOptions extends McpServerOptions {
  /** Ends the server after this time without input; absent means never. */
  readonly idleMs?: number;
}

/** Why a server ended: the client has disconnected, or sent nothing for the idle time. */
export type StdioEnd = "gone" | "idle";

/**
 * Serves until the client has disconnected or is idle. Resolves when the engine is closed, or the time for closing is
 * over.
 */
export function serveStdio(options: StdioOptions): Promise<StdioEnd> {
  return new Promise((resolve) => {
    const transport = new StdioTransport(process.stdin, process.stdout);
    let why: StdioEnd = "gone";
    const idle = new IdleWatch({ idleMs: options.idleMs, isBusy: () => transport.isBusy }, () => {
      why = "idle";
      // Requests that arrive from now on are not started: a front passes them to the next server.
      void transport.close();
      stop();
    });
    process.stdin.on("data", () => idle.noteRequest());
    const rest = new IdleCollector();
    const handle = serve(mcpServerFactory({ ...options, rest }), { onerror: report, transport });
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      idle.stop();
      const closing = handle.close().then(() => options.engine.close());
      const timeout = new Promise<void>((done) => setTimeout(done, SHUTDOWN_MS).unref());
      Promise.race([closing, timeout]).then(
        () => resolve(why),
        (error: unknown) => {
          report(error);
          resolve(why);
        },
      );
    };
    void transport.whenDone.then(stop);
    watchParent(stop);
    // If the reader has closed the pipe, writing fails with EPIPE.
    process.stdout.on("error", stop);
    // Nobody reads standard error any more.
    process.stderr.on("error", () => undefined);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  });
}

function report(error: unknown): void {
  process.stderr.write(`sdl: ${toErrorAnswer(error).message}\n`);
}
