/**
 * The server on standard input and output.
 * Invariants: nothing but protocol reaches stdout; the process ends soon after its input does or its parent has gone, whatever still runs.
 */
import process from "node:process";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { IdleCollector, toErrorAnswer } from "@sdl/engine";
import { IdleWatch } from "./idle.js";
import { type McpServerOptions, mcpServerFactory } from "./server.js";
import { StdioTransport } from "./stdio-transport.js";
import { watchParent } from "./wire/parent-watch.js";

/** How long work in flight may take to stop once the client has gone. */
const SHUTDOWN_MS = 1_000;

export interface StdioOptions extends McpServerOptions {
  /** Ends when the client said nothing for so long; never when absent. */
  readonly idleMs?: number;
}

/** Why a server ended: its client has gone, or said nothing for long. */
export type StdioEnd = "gone" | "idle";

/** Resolves when the engine is closed, or the time for closing is over. */
export function serveStdio(options: StdioOptions): Promise<StdioEnd> {
  return new Promise((resolve) => {
    const transport = new StdioTransport(process.stdin, process.stdout);
    let why: StdioEnd = "gone";
    const idle = new IdleWatch({ idleMs: options.idleMs, isBusy: () => transport.isBusy }, () => {
      why = "idle";
      // What comes from now on is not begun: a front gives it to the next server.
      void transport.close();
      stop();
    });
    process.stdin.on("data", () => idle.note());
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
