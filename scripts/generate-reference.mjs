/**
 * Writes the documentation that comes from the code: docs/reference.md from the action table, with the answers of the
 * documented examples; docs/commands.md from the program's help; the schema of a repository's configuration; and
 * generated regions of pages (scripts/docs/regions.mjs).
 *
 * node scripts/generate-reference.mjs [--check]
 *
 * With --check, writes nothing; the exit code says whether all is up to date. The packages must be built.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { commandsPage } from "./docs/commands-page.mjs";
import { exampleAnswers } from "./docs/example-answers.mjs";
import { referencePage } from "./docs/reference-page.mjs";
import { withRegions } from "./docs/regions.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function read(path) {
  return readFileSync(join(root, path), "utf8");
}

/** The schema that editors use for `sdl.config.json`. */
async function configurationSchema() {
  const { configSchema } = await import(new URL("../packages/indexer/dist/index.js", import.meta.url));
  const indented = JSON.stringify(configSchema(), null, 2);
  // Lists of words are put on one line.
  return `${indented.replace(/\[\s+("[^[\]{}]*")\s+\]/g, (_, words) => `[${words.split(/,\s+/).join(", ")}]`)}\n`;
}

/** Pages with generated regions. */
function pagesWithRegions() {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...pages.map((name) => `docs/${name}`)].filter((path) =>
    read(path).includes("<!-- generated: "),
  );
}

const answers = await exampleAnswers();
const wanted = [
  ["docs/reference.md", referencePage(answers)],
  ["docs/commands.md", commandsPage()],
  ["packages/cli/sdl.config.schema.json", await configurationSchema()],
  ...pagesWithRegions().map((path) => [path, withRegions(read(path), path, answers)]),
];
const stale = wanted.filter(([path, text]) => {
  try {
    return read(path) !== text;
  } catch {
    return true; // the file does not exist yet
  }
});
if (process.argv.includes("--check")) {
  for (const [path] of stale) {
    process.stderr.write(`${path} is out of date: run \`node scripts/generate-reference.mjs\`\n`);
  }
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) writeFileSync(join(root, path), text);
}
