/**
 * Publishes every package whose version npm lacks, dependencies first: `publish.mjs --repository OWNER/NAME
 * [--dry-run]`. Writes the repository into each published manifest, because provenance and the MCP registry compare it;
 * the checkout itself names no repository.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { registryName } from "../apps/plugins/scripts/manifests.mjs";
import { packPackage, publishedPackages, run } from "./packed.mjs";

const { values } = parseArgs({ options: { repository: { type: "string" }, "dry-run": { type: "boolean" } } });
if (!/^[\w.-]+\/[\w.-]+$/.test(values.repository ?? "")) {
  console.error("--repository takes OWNER/NAME, from which the packages are published");
  process.exit(2);
}

/** Packages in an order in which dependencies come first. */
function inOrder(packages) {
  const left = new Map(packages.map((one) => [one.manifest.name, one]));
  const ordered = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ manifest }) => !Object.keys(manifest.dependencies ?? {}).some((name) => left.has(name)),
    );
    if (ready.length === 0) throw new Error(`packages need each other: ${[...left.keys()].join(", ")}`);
    for (const one of ready) left.delete(one.manifest.name);
    ordered.push(...ready);
  }
  return ordered;
}

function isPublished({ name, version }) {
  try {
    return run("npm", ["view", `${name}@${version}`, "version"], { stdio: "pipe" }).trim() === version;
  } catch {
    return false; // npm has no such package or version
  }
}

function publish({ folder, manifest }, work) {
  if (isPublished(manifest)) return console.log(`${manifest.name}@${manifest.version} is published`);
  const target = mkdtempSync(join(work, "package-"));
  run("tar", ["-xzf", packPackage(folder, target), "-C", target]);
  const unpacked = join(target, "package");
  const path = join(unpacked, "package.json");
  const repository = { type: "git", url: `git+https://github.com/${values.repository}.git`, directory: folder };
  const name = manifest.bin === undefined ? {} : { mcpName: registryName(values.repository) };
  writeFileSync(
    path,
    `${JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...name, repository }, null, 2)}\n`,
  );
  run("npm", ["publish", "--access", "public", ...(values["dry-run"] ? ["--dry-run"] : [])], { cwd: unpacked });
  console.log(`${manifest.name}@${manifest.version} ${values["dry-run"] ? "would be published" : "published"}`);
}

// The program's package contains the documentation site.
run(process.execPath, ["scripts/build-docs.mjs"]);
const work = mkdtempSync(join(tmpdir(), "sdl-publish-"));
try {
  for (const one of inOrder(publishedPackages())) publish(one, work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
