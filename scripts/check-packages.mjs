/**
 * Packs every publishable package as `pnpm publish` would and checks the tarball: README, LICENSE, compiled code with its
 * types for every export, every bin, no tests, no build state, no workspace: versions; then publint's rules.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const UNWANTED = /\.tsbuildinfo$|\.test\.ts$|^package\/(test|bench|scripts)\/|(^|\/)node_modules\//;

function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
  if (result.status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** Every file that a manifest promises: targets of exports and bins. */
function promisedFiles(manifest) {
  const targets = [];
  const collect = (value) => {
    if (typeof value === "string") targets.push(value);
    else for (const inner of Object.values(value ?? {})) collect(inner);
  };
  collect(manifest.exports);
  collect(manifest.bin);
  return targets.map((target) => `package/${target.replace(/^\.\//, "")}`);
}

function checkManifest(manifest) {
  const findings = [];
  if (manifest.license !== "Apache-2.0") findings.push("license is not Apache-2.0");
  for (const [path, conditions] of Object.entries(manifest.exports ?? {})) {
    if (typeof conditions === "object" && !conditions.types) findings.push(`export ${path} has no types`);
  }
  for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
    if (!/^\d/.test(version)) findings.push(`dependency ${name} is not an exact version: ${version}`);
  }
  return findings;
}

async function checkPackage(folder, target) {
  run("pnpm", ["pack", "--pack-destination", target], folder);
  const tarball = join(
    target,
    readdirSync(target).find((name) => name.endsWith(".tgz")),
  );
  const files = run("tar", ["-tzf", tarball], target).trim().split("\n");
  const manifest = JSON.parse(run("tar", ["-xzOf", tarball, "package/package.json"], target));
  const findings = checkManifest(manifest);
  for (const file of ["package/README.md", "package/LICENSE", "package/dist/index.d.ts", ...promisedFiles(manifest)]) {
    if (!files.includes(file)) findings.push(`${file} is missing`);
  }
  for (const file of files.filter((name) => UNWANTED.test(name))) findings.push(`${file} does not belong there`);
  const buffer = readFileSync(tarball);
  const tarballBytes = buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: tarballBytes }, strict: true });
  for (const message of messages) {
    const text = formatMessage(message, pkg, { color: false });
    if (message.type !== "suggestion") findings.push(`publint: ${text}`);
  }
  return { findings, sizeBytes: buffer.length, fileCount: files.length };
}

let failed = 0;
for (const name of readdirSync("packages").sort()) {
  const folder = join("packages", name);
  if (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).private) continue;
  const target = mkdtempSync(join(tmpdir(), "sdl-pack-"));
  try {
    const { findings, sizeBytes, fileCount } = await checkPackage(folder, target);
    console.log(`@sdl/${name}: ${fileCount} files, ${Math.ceil(sizeBytes / 1024)} KiB`);
    for (const finding of findings) console.error(`@sdl/${name}: ${finding}`);
    failed += findings.length;
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
process.exitCode = failed > 0 ? 1 : 0;
