/**
 * Installs the real runtime of sentence models once for all runs, into the machine's temporary folder, because it is large and not a dependency.
 * Does not run its install scripts.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VERSION = "4.3.1";
const INSTALL_MS = 300_000;

/** @returns its `node_modules`, or why it could not be installed */
export function installRealRuntime(): { readonly modules: string } | { readonly reason: string } {
  const folder = join(tmpdir(), `sdl-test-transformers-${VERSION}`);
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return { modules };
  const making = `${folder}-${process.pid}`;
  try {
    mkdirSync(making, { recursive: true });
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
    const args = ["install", "--prefix", making, ...options, `@huggingface/transformers@${VERSION}`];
    execFileSync("npm", args, { stdio: "pipe", timeout: INSTALL_MS });
    renameSync(making, folder);
    return { modules };
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (existsSync(modules)) return { modules };
    return { reason: `npm cannot install @huggingface/transformers here: ${String(error).slice(0, 200)}` };
  }
}
