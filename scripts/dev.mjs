/**
 * Watch mode: runs the compiler over all packages, the bundlers of worker and process entries, and the tests on their
 * output. Ends when one of them ends.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

const shell = process.platform === "win32";
const bin = (name) => join("node_modules", ".bin", name);

// A full build first: the compiler alone does not copy the grammars.
const built = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 1);

const children = [
  spawn(bin("tsc"), ["-b", "--watch", "--preserveWatchOutput"], { stdio: ["ignore", "inherit", "inherit"], shell }),
  spawn(process.execPath, ["packages/repository/scripts/bundle.mjs", "--watch"], {
    stdio: ["ignore", "inherit", "inherit"],
  }),
  spawn(bin("vitest"), ["watch"], { stdio: "inherit", shell }),
];
for (const child of children) {
  child.on("exit", (code) => {
    for (const other of children) other.kill();
    process.exitCode ??= code ?? 1;
  });
}
