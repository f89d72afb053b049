/**
 * Runs the examples of the packages' READMEs, each ```ts and ```js block, as a user of the packages would: in an empty
 * project, compiled as strict TypeScript, with a small repository as working directory. With `--packed` the project
 * gets the packages' tarballs from npm; otherwise it gets those of this checkout, which takes a fifth of the time.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { packAll, publishedPackages, run } from "./packed.mjs";

const BLOCK = /^```(?:ts|js)\n(.*?)^```$/gms;

const COMPILER_OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  ...{ module: "nodenext", target: "es2023", lib: ["es2023"], types: ["node"], outDir: "out", rootDir: "." },
};

const SAMPLE = {
  "src/auth.ts": `import { decode } from "./token.js";

/** Finds the user of a bearer token. */
export function authenticate(header: string): string {
  return decode(header.slice("Bearer ".length));
}
`,
  "src/token.ts": `/** Throws where the token has timed out. */
export function decode(token: string): string {
  if (token === "") throw new Error("timeout");
  return token;
}
`,
};

function shortName({ name }) {
  return name.replace("@sdl/", "");
}

/** @returns name and code of every example */
function readExamples(packages) {
  return packages.flatMap(({ folder, manifest }) => {
    const text = readFileSync(join(folder, "README.md"), "utf8");
    const blocks = [...text.matchAll(BLOCK)].map(([, code]) => code);
    return blocks.map((code, index) => ({ name: `${shortName(manifest)}-${index + 1}`, code }));
  });
}

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function installPacked(project, packages) {
  const tarballs = packAll(
    packages.map(({ folder }) => folder),
    project,
  );
  run("npm", ["install", "--no-audit", "--no-fund", ...tarballs, ...compilerPackages()], { cwd: project });
}

function compilerPackages() {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return ["typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);
}

function linkCheckout(project, packages) {
  mkdirSync(join(project, "node_modules", "@sdl"), { recursive: true });
  const link = (from, name) => symlinkSync(resolve(from), join(project, "node_modules", name), "junction");
  for (const { folder, manifest } of packages) link(folder, manifest.name);
  mkdirSync(join(project, "node_modules", "@types"));
  for (const name of ["typescript", "@types/node"]) link(join("node_modules", name), name);
}

function checkExamples(project, isPacked) {
  const packages = publishedPackages();
  const examples = readExamples(packages);
  const files = Object.fromEntries(examples.map(({ name, code }) => [`examples/${name}.ts`, code]));
  writeFiles(project, {
    ...files,
    "package.json": JSON.stringify({ private: true, type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["examples"] }),
  });
  (isPacked ? installPacked : linkCheckout)(project, packages);
  run(join(project, "node_modules", "typescript", "bin", "tsc"), ["-p", project]);
  for (const { name } of examples) {
    const repository = join(project, "repositories", name);
    writeFiles(repository, SAMPLE);
    const env = { ...process.env, SDL_HOME: join(project, "home"), SDL_BACKGROUND: "off" };
    // Standard input is closed, so a server ends at once.
    const command = [join(project, "out", "examples", `${name}.js`), "2>&1"];
    const printed = run(process.execPath, command, { cwd: repository, env, shell: true, timeout: 60_000, input: "" });
    if (printed.trim() === "") throw new Error(`the example ${name} prints nothing`);
    console.log(`${name}: ${printed.trim().split("\n")[0].slice(0, 100)}`);
  }
  for (const { manifest } of packages.filter(({ manifest }) => manifest.exports["."] !== undefined)) {
    const prefix = `${shortName(manifest)}-`;
    if (!examples.some(({ name }) => name.startsWith(prefix)))
      throw new Error(`${manifest.name}: its README has no example`);
  }
}

const project = mkdtempSync(join(tmpdir(), "sdl-examples-"));
try {
  checkExamples(project, process.argv.includes("--packed"));
} finally {
  rmSync(project, { recursive: true, force: true });
}
