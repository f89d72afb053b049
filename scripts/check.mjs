/**
 * Runs all checks of CI: build, types, lint, layers, folders, docstrings, dead code, sizes, packaging, examples of the
 * READMEs, links of the documents, tests. Every step runs even if an earlier one failed (only a broken build stops the
 * rest). Between build and tests, as many steps run at once as there are processors. The last line is the test
 * runner's count. Vitest's snapshots are not rewritten.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

/** Longest first. */
const GATES = [
  ["types", ["tsc", "-p", "tsconfig.tests.json"]],
  [
    "layers",
    ["depcruise", "apps", "packages", "bench", "--config", ".dependency-cruiser.mjs", "--output-type", "err-long"],
  ],
  ["dead code", ["knip", "--no-config-hints"]],
  ["sizes", ["node", "scripts/check-size.mjs"]],
  ["packaging", ["node", "scripts/check-packages.mjs"]],
  ["examples", ["node", "scripts/check-examples.mjs"]],
  ["documents", ["node", "scripts/check-docs.mjs"]],
  ["folders", ["node", "scripts/check-folders.mjs"]],
  ["docstrings", ["node", "scripts/check-docstrings.mjs"]],
  ["lint", ["biome", "check", "--error-on-warnings"]],
];

const shell = process.platform === "win32";
const env = { ...process.env, PATH: [join(process.cwd(), "node_modules", ".bin"), process.env.PATH].join(delimiter) };

/** Runs one step. @param isShownAtOnce false shows the output when the step has ended @returns whether it passed */
async function runStep(name, [command, ...args], isShownAtOnce = true) {
  if (isShownAtOnce) console.log(`\n── ${name}`);
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ["ignore", ...Array(2).fill(isShownAtOnce ? "inherit" : "pipe")],
    env,
    shell,
  });
  let output = `\n── ${name}\n`;
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const [status] = await once(child, "close").catch((error) => [error.message]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (!isShownAtOnce) process.stdout.write(output);
  console.log(`── ${name}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return status === 0;
}

async function runGates() {
  const waiting = [...GATES];
  const runWaiting = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const [name, command] = gate;
      if (!(await runStep(name, command, false))) failures.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
}

/** Counts of vitest's JSON report. A test file that could not be loaded has no tests; it counts as one failure. */
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
const built = await runStep("build", ["node", "scripts/build.mjs"]);
if (!built) {
  console.log("\nThe build failed: nothing else was checked, no test was run.");
  process.exit(1);
}
await runGates();

const folder = mkdtempSync(join(tmpdir(), "sdl-check-"));
const report = join(folder, "tests.json");
const vitest = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const testsPassed = await runStep("tests", vitest);
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
