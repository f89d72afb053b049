/** A server over HTTP in a separate process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpPlace } from "./clients.js";
import { type Example, PROGRAM, serverEnvironment } from "./example.js";

export interface HttpServer extends HttpPlace {
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly written: { readonly out: string; readonly err: string };
  /** @returns the exit code of the process */
  stop(): Promise<number | null>;
}

const started: ChildProcess[] = [];

/** Stops all servers, also those that a failed test left. */
export async function stopServers(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

/** @param options of `sdl serve` @param env further variables */
export async function startHttp(
  example: Pick<Example, "root" | "home">,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [PROGRAM, "serve", "--http", "--port", "0", "--no-watch", ...options], {
    cwd: example.root,
    env: { ...serverEnvironment(example.home), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const written = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    written.out += String(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      written.err += String(chunk);
      const [, found] = /serving MCP at (\S+)[\s\S]*repositories: .*\n/.exec(written.err) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`exit code ${code}: ${written.err}`)));
  });
  return {
    ...{ process: child, written, url },
    token: readFileSync(join(example.home, "http-token"), "utf8").trim(),
    stop: async () => {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return code;
    },
  };
}
