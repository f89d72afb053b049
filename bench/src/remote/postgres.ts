/** A PostgreSQL server for one measurement, started by the repository's script. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../../scripts/postgres.mjs", import.meta.url));

/** A running server. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** @returns `undefined` if no server can be started here */
export async function startPostgres(): Promise<Server | undefined> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ["ignore", "pipe", "ignore"] });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done === true) return undefined;
  const stop = async () => {
    child.kill("SIGTERM");
    await exit;
  };
  return { url: String(first.value), stop };
}
