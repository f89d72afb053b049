/**
 * Packs every published package like `npm pack` and checks the tarball: README, LICENSE, compiled code with types for
 * every export, every bin, no tests, no build state, exact versions, no import that an install would not bring; then
 * publint's rules. With `--types` also those of "are the types wrong" for modules, which load a compiler for each
 * package.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { checkPackage as checkTypes, createPackageFromTarballData } from "@arethetypeswrong/core";
import ts from "@typescript/typescript6";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packAll, publishedPackages, run } from "./packed.mjs";

const UNWANTED = /\.tsbuildinfo$|\.test\.ts$|^package\/(test|bench|scripts)\/|(^|\/)node_modules\//;
const CODE = /^package\/(dist|bundle)\/.*\.(js|d\.ts)$/;
const CHECKS_TYPES = process.argv.includes("--types");
const LICENSE = readFileSync("LICENSE");
const DEPENDENCIES = ["dependencies", "optionalDependencies", "peerDependencies"];

/** Ignored resolvers: Node.js before 16, and `require` of modules; the packages are ES modules for later versions. */
const NO_MATTER = new Set(["node10", "node16-cjs"]);

/** Files that a manifest promises: targets of exports and bins. */
function promisedFiles(manifest) {
  const targets = [];
  const collect = (value) => {
    if (typeof value === "string") targets.push(value);
    else for (const inner of Object.values(value ?? {})) collect(inner);
  };
  collect(manifest.exports);
  collect(manifest.imports);
  collect(manifest.bin);
  return targets.map((target) => `package/${target.replace(/^\.\//, "")}`);
}

function checkManifest(manifest) {
  const findings = [];
  if (manifest.license !== "Apache-2.0") findings.push("license is not Apache-2.0");
  for (const [path, conditions] of Object.entries(manifest.exports ?? {})) {
    if (typeof conditions === "object" && !conditions.types) findings.push(`export ${path} has no types`);
  }
  for (const kind of [...DEPENDENCIES, "devDependencies"]) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      if (!/^\d/.test(version)) findings.push(`${kind}: ${name} is not an exact version: ${version}`);
    }
  }
  return findings;
}

/** Module specifiers in a file. Computed specifiers are not found. */
function importsOf(file, text) {
  // A scanner of imports misreads some expressions in bundles.
  if (!file.startsWith("package/bundle/"))
    return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  if (!text.startsWith("import "))
    return [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, specifier]) => specifier);
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.filter(ts.isImportDeclaration).map(({ moduleSpecifier }) => moduleSpecifier.text);
}

/** Imported packages that an install would not bring. */
function undeclaredImports(manifest, files) {
  const declared = new Set([manifest.name, ...DEPENDENCIES.flatMap((kind) => Object.keys(manifest[kind] ?? {}))]);
  const findings = new Set();
  for (const [file, text] of files) {
    for (const specifier of importsOf(file, text)) {
      const [name] = /^(@[^/]+\/)?[^./][^/]*/.exec(specifier) ?? [];
      const isOwn = manifest.imports?.[specifier] !== undefined;
      if (name === undefined || isOwn || isBuiltin(specifier) || declared.has(name)) continue;
      findings.add(`${file} imports ${name}, which is no dependency`);
    }
  }
  return [...findings];
}

async function publintFindings(bytes) {
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  const wrong = messages.filter(({ type }) => type !== "suggestion");
  return wrong.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function typeFindings(bytes) {
  const { problems = [] } = await checkTypes(createPackageFromTarballData(new Uint8Array(bytes)));
  return problems
    .filter(({ resolutionKind }) => !NO_MATTER.has(resolutionKind))
    .map(
      ({ kind, entrypoint, resolutionKind }) => `types: ${kind} at ${entrypoint ?? "?"} (${resolutionKind ?? "any"})`,
    );
}

async function checkPackage({ folder, manifest }, tarball, target) {
  run("tar", ["-xzf", tarball], { cwd: target });
  const files = run("tar", ["-tzf", tarball]).trim().split("\n");
  const code = files.filter((file) => CODE.test(file)).map((file) => [file, readFileSync(join(target, file), "utf8")]);
  const findings = [...checkManifest(manifest), ...undeclaredImports(manifest, code)];
  for (const file of ["package/README.md", "package/LICENSE", ...promisedFiles(manifest)]) {
    if (!files.includes(file)) findings.push(`${file} is missing`);
  }
  if (!readFileSync(join(folder, "LICENSE")).equals(LICENSE)) findings.push("LICENSE is not the repository's");
  for (const file of files.filter((name) => UNWANTED.test(name))) findings.push(`${file} does not belong there`);
  const { buffer, byteOffset, length } = readFileSync(tarball);
  const bytes = buffer.slice(byteOffset, byteOffset + length);
  findings.push(...(await publintFindings(bytes)));
  // A package with only a program has no types.
  if (CHECKS_TYPES && manifest.exports["."] !== undefined) findings.push(...(await typeFindings(bytes)));
  return { findings, sizeBytes: length, fileCount: files.length };
}

let failed = 0;
const work = mkdtempSync(join(tmpdir(), "sdl-pack-"));
try {
  const packages = publishedPackages();
  const tarballs = packAll(
    packages.map(({ folder }) => folder),
    work,
  );
  for (const [i, one] of packages.entries()) {
    const { name } = one.manifest;
    const target = mkdtempSync(join(work, "package-"));
    const { findings, sizeBytes, fileCount } = await checkPackage(one, tarballs[i], target);
    console.log(`${name}: ${fileCount} files, ${Math.ceil(sizeBytes / 1024)} KiB`);
    for (const finding of findings) console.error(`${name}: ${finding}`);
    failed += findings.length;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
