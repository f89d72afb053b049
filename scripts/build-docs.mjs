/**
 * Builds the documentation site into packages/cli/site/, from where `sdl docs` serves it. Any static host can serve the
 * folder; for one below a path: `node scripts/build-docs.mjs --base /sdl/`.
 *
 * Warnings of the generator, pages that load something from another host, and a site over its size limit are errors.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Size limit: how much the packed program may grow; the tarball compresses it. */
const MAX_BYTES = 3_500_000;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const workspace = join(root, "apps", "docs");
const built = join(workspace, ".vitepress", "dist");
const target = join(root, "packages", "cli", "site");

const WARNING = /\bwarn(ing)?\b|^\(!\)|dead link|\berror\b/im;
/** Resources that a browser fetches by itself. Links that a reader follows may lead anywhere. */
const LOADED_FROM_ELSEWHERE =
  /<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?\/\/|<link\b[^>]*\bhref="(?:https?:)?\/\/|@import\b|url\((?:https?:)?\/\//;

function build(args) {
  const vitepress = join(
    dirname(createRequire(join(workspace, "package.json")).resolve("vitepress/package.json")),
    "bin",
    "vitepress.js",
  );
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const result = spawnSync(process.execPath, [vitepress, "build", ...args], { cwd: workspace, encoding: "utf8", env });
  const said = `${result.stdout}${result.stderr}`;
  if (result.status !== 0) return [`the site is not built:\n${said}`];
  return WARNING.test(said) ? [`the generator warns:\n${said}`] : [];
}

function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function checkFiles(files) {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`docs: ${files.length} files, ${(bytes / 1e6).toFixed(2)} MB`);
  const foreign = files.filter(
    (file) => /\.(html|css)$/.test(file) && LOADED_FROM_ELSEWHERE.test(readFileSync(file, "utf8")),
  );
  return [
    ...foreign.map((file) => `${file} loads something from elsewhere`),
    ...(bytes > MAX_BYTES ? [`${bytes} bytes are more than ${MAX_BYTES}`] : []),
  ];
}

const findings = build(process.argv.slice(2));
if (findings.length === 0) findings.push(...checkFiles(filesOf(built)));
if (findings.length === 0) {
  rmSync(target, { recursive: true, force: true });
  cpSync(built, target, { recursive: true });
  console.log(`docs: ${target}\ndocs: read them with: node packages/cli/bundle/sdl.js docs --open`);
}
for (const finding of findings) console.error(`docs: ${finding}`);
process.exitCode = findings.length > 0 ? 1 : 0;
