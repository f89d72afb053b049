/**
 * Bootstrap: from a clean clone to a built workspace with only node, npm and git; then runs the given script.
 *
 * node scripts/bootstrap.mjs [SCRIPT [ARGUMENT...]]
 *
 * pnpm comes through `npm exec`, at the version in package.json. The install is skipped while the lockfile, the
 * manifests and the versions of node and pnpm are those of the last install. Uses no dependency, because it runs before
 * there are any.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const NODE_MINIMUM = [20, 19];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stateFile = join(root, "node_modules", ".sdl-bootstrap.json");

const PNPM = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager;

function failWith(message) {
  process.stderr.write(`bootstrap: ${message}\n`);
  process.exit(1);
}

/** Runs a command with its output shown; ends the process with its exit code if it fails. */
function run(command, args, env) {
  const shell = process.platform === "win32" && command !== process.execPath;
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env, shell });
  if (result.error) failWith(`cannot run ${command}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Folder of the pinned pnpm, downloaded into npm's cache if it is not there. */
function locatePnpm() {
  const script = "console.log(process.env.PATH)";
  const args = ["exec", "--yes", `--package=${PNPM}`, "--", "node", "-e", script];
  const shell = process.platform === "win32";
  const quoted = shell ? [...args.slice(0, -1), `"${script}"`] : args;
  const env = { ...process.env, npm_config_update_notifier: "false" };
  const result = spawnSync("npm", quoted, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env,
    shell,
  });
  const folders = (result.stdout ?? "").trim().split("\n").at(-1)?.split(delimiter) ?? [];
  const found = folders.find((folder) => folder.includes("_npx") && existsSync(join(folder, "pnpm")));
  if (result.status !== 0 || found === undefined) failWith(`npm could not provide ${PNPM}: is the registry reachable?`);
  return found;
}

/** Manifests of the root and of every workspace folder. */
function listManifests() {
  const members = ["apps", "packages"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => join(folder, name)),
  );
  const folders = [".", ...members, "bench"];
  return folders.map((folder) => join(root, folder, "package.json")).filter((file) => existsSync(file));
}

/** Digest of everything that an install depends on. */
function wantedState() {
  const digest = createHash("sha256");
  digest.update(JSON.stringify([PNPM, process.versions.modules, process.platform, process.arch]));
  const files = [join(root, "pnpm-lock.yaml"), join(root, "pnpm-workspace.yaml"), ...listManifests()];
  for (const file of files) digest.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return digest.digest("hex");
}

function readState() {
  if (!existsSync(stateFile)) return undefined;
  try {
    return JSON.parse(readFileSync(stateFile, "utf8"));
  } catch {
    return undefined; // half-written: install again
  }
}

function isInstalled(state, wanted) {
  if (state?.wanted !== wanted || !existsSync(join(state.pnpmFolder, "pnpm"))) return false;
  return listManifests().every(
    (file) => existsSync(join(dirname(file), "node_modules")) || !/ependencies"/.test(readFileSync(file, "utf8")),
  );
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor < NODE_MINIMUM[1])) {
  failWith(`Node ${NODE_MINIMUM.join(".")} or later is needed, this is ${process.versions.node}`);
}

const wanted = wantedState();
const state = readState();
const installed = isInstalled(state, wanted);
const pnpmFolder = installed ? state.pnpmFolder : locatePnpm();
const env = {
  ...process.env,
  PATH: [join(root, "node_modules", ".bin"), pnpmFolder, process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};
if (!installed) {
  run("pnpm", ["install", "--frozen-lockfile"], { ...env, CI: "1" });
  writeFileSync(stateFile, JSON.stringify({ wanted, pnpmFolder }));
}

const [script, ...args] = process.argv.slice(2);
// The check script builds itself, so that a broken build is reported like other findings.
if (script === undefined || !script.endsWith("check.mjs")) run("pnpm", ["run", "--silent", "build"], env);
if (script !== undefined) run(process.execPath, [join(root, script), ...args], env);
