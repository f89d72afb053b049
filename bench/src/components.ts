/** Measures component files and notebooks of folders against the parsers of their makers. Prints shares and what is missing. */
import { basename } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { measureComponents, type Share } from "./components/measure-components.js";
import { measureNotebooks } from "./components/measure-notebooks.js";

const USAGE = `node bench/dist/components.js FOLDER… [options]
  --notebooks   notebooks instead of .vue, .svelte and .astro files
  --top N       how many missing symbols and tags, and tags to another file, to list (5)`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    notebooks: { type: "boolean", default: false },
    top: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  },
});

if (options.help || positionals.length === 0) console.log(USAGE);
for (const folder of options.help ? [] : positionals) {
  console.log(await (options.notebooks ? notebooksText(folder) : componentsText(folder)));
}
process.exitCode = 0;

async function componentsText(folder: string): Promise<string> {
  const { files, refused, symbols, tags, wrongTags } = await measureComponents(folder);
  return [
    `${basename(folder)}: ${files} components (${refused} refused by their own parser)`,
    `  script symbols ${shareText(symbols)}`,
    `  template uses ${shareText(tags)}, ${wrongTags.length} to another file`,
    ...listed(symbols),
    ...listed(tags),
    ...wrongTags.slice(0, Number(options.top)).map((what) => `    other file ${what}`),
  ].join("\n");
}

async function notebooksText(folder: string): Promise<string> {
  const { files, brokenCells, definitions } = await measureNotebooks(folder);
  return [
    `${basename(folder)}: ${files} notebooks (${brokenCells} cells that Python cannot parse)`,
    `  definitions ${shareText(definitions)}`,
    ...listed(definitions),
  ].join("\n");
}

function shareText({ found, total }: Share): string {
  return `${found} of ${total}, ${total === 0 ? "none" : (found / total).toFixed(3)}`;
}

function listed({ missing }: Share): string[] {
  return missing.slice(0, Number(options.top)).map((what) => `    missing ${what}`);
}
