/**
 * Shows the product in two commands: indexes a repository, then prints the slice of it that a task needs.
 *
 * npm run demo [-- PATH ["task"]]
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const program = join(root, "packages", "cli", "bundle", "sdl.js");
// npm runs scripts in the package's folder; a relative PATH is relative to the user's folder.
const userFolder = process.env.INIT_CWD ?? process.cwd();
const [path, task = "which files are linked again after a refresh, when a recorded lookup changed"] =
  process.argv.slice(2);
const repository = path === undefined ? root : resolve(userFolder, path);

function sdl(...args) {
  process.stdout.write(`\n$ sdl ${args.map((part) => (/\s/.test(part) ? JSON.stringify(part) : part)).join(" ")}\n`);
  const result = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

if (!existsSync(program)) {
  process.stderr.write("demo: packages/cli/bundle/sdl.js is missing: run `npm run bootstrap` first\n");
  process.exit(1);
}
sdl("index", repository);
sdl("slice", task, "--repo", repository);
