/**
 * All of CI: build, types, lint, layers, folders, dead code, sizes, packaging, tests. Every step runs even when an earlier one failed (only
 * a broken build stops the rest that needs it); the last line is the test runner's own count. Vitest's snapshots are not
 * rewritten here.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

const GATES = [
  ["types", ["tsc", "-p", "tsconfig.tests.json"]],
  ["lint", ["biome", "check", "--error-on-warnings"]],
  ["layers", ["depcruise", "packages", "bench", "--config", ".dependency-cruiser.mjs", "--output-type", "err-long"]],
  ["folders", ["node", "scripts/check-folders.mjs"]],
  ["dead code", ["knip", "--no-config-hints"]],
  ["sizes", ["node", "scripts/check-size.mjs"]],
  ["packaging", ["node", "scripts/check-packages.mjs"]],
];

const shell = process.platform === "win32";
const env = { ...process.env, PATH: [join(process.cwd(), "node_modules", ".bin"), process.env.PATH].join(delimiter) };

/** Runs one step with its output shown; true if it passed. */
function runStep(name, [command, ...args]) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env, shell });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`── ${name}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return status === 0;
}

/**
 * The counts of vitest's JSON report. A test file that could not be loaded has no tests to count: it counts as one failure.
 */
function readCounts(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const broken = report.testResults.filter((one) => one.status === "failed" && one.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const failures = [];
const built = runStep("build", ["node", "scripts/build.mjs"]);
if (!built) {
  console.log("\nThe build failed: nothing else was checked, no test was run.");
  process.exit(1);
}
for (const [name, command] of GATES) {
  if (!runStep(name, command)) failures.push(name);
}

const folder = mkdtempSync(join(tmpdir(), "sdl-check-"));
const report = join(folder, "tests.json");
const vitest = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const testsPassed = runStep("tests", vitest);
let counts;
try {
  counts = readCounts(report);
} catch (error) {
  console.log(`The test runner left no report: ${error.message}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (!testsPassed) failures.push("tests");

console.log(failures.length === 0 ? "\nAll checks passed." : `\nFailed: ${failures.join(", ")}.`);
if (counts) console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = failures.length === 0 && counts ? 0 : 1;
