/**
 * Makes the plugin of Claude Code, the extension of Gemini CLI and the MCP bundle of a platform, under out/TARGET/:
 * `make.mjs [--target linux-x64 …] [--all] [--stage] [--repository OWNER/NAME]`, by default for this machine. With
 * `--stage` the bundle is laid out and not packed. With `--repository` also writes server.json, the registry's entry
 * for a package that is published from there.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { run } from "../../../scripts/packed.mjs";
import {
  OWN_TARGET,
  requireTargets,
  stageProgram,
  storePackageFolder,
  TARGETS,
} from "../../../scripts/stage-program.mjs";
import { bundleFiles, claudeCodeFiles, geminiFiles, registryEntry } from "./manifests.mjs";

const ROOT = join(import.meta.dirname, "..");
const OUTPUT = join(ROOT, "out");
/** Packs the bundle; no dependency, because nothing else needs it. */
const MCPB = "@anthropic-ai/mcpb@2.1.2";
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;

function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Makes a folder with the program, README, licence and the files that its client reads. */
function layOutFolder(folder, files, { target, store }) {
  rmSync(folder, { recursive: true, force: true });
  stageProgram(join(folder, "server"), target, store);
  for (const file of ["README.md", "LICENSE"]) cpSync(join(ROOT, file), join(folder, file));
  for (const [path, value] of Object.entries(files)) writeJson(join(folder, path), value);
  console.log(folder);
}

function makePlugin(target, isStaged) {
  const work = mkdtempSync(join(tmpdir(), "sdl-plugins-"));
  try {
    const place = { target, store: storePackageFolder(target, work) };
    const folder = join(OUTPUT, target);
    layOutFolder(join(folder, "claude-code"), claudeCodeFiles(), place);
    layOutFolder(join(folder, "gemini-cli"), geminiFiles(), place);
    layOutFolder(join(folder, "mcpb"), bundleFiles(target), place);
    if (isStaged) return;
    const file = join(folder, `sdl-${target}.mcpb`);
    run("npm", ["exec", "--yes", `--package=${MCPB}`, "--", "mcpb", "pack", join(folder, "mcpb"), file]);
    console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    target: { type: "string", multiple: true },
    all: { type: "boolean" },
    stage: { type: "boolean" },
    repository: { type: "string" },
  },
});
const targets = values.all ? Object.keys(TARGETS) : (values.target ?? [OWN_TARGET]);
try {
  requireTargets(targets);
  if (values.repository !== undefined && !REPOSITORY.test(values.repository))
    throw new Error(`--repository takes OWNER/NAME, not ${values.repository}`);
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
for (const target of targets) makePlugin(target, values.stage === true);
if (values.repository !== undefined) writeJson(join(OUTPUT, "server.json"), registryEntry(values.repository));
