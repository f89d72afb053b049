/**
 * Writes docs/reference.md from the action table: every action with its parameters, answer and examples; and the schema of a repository's
 * configuration file from its table.
 *
 *   node scripts/generate-reference.mjs [--check]
 *
 * With --check nothing is written; the exit code says whether the files are up to date. The packages must be built.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "docs", "reference.md");
const schemaTarget = join(root, "packages", "cli", "sdl.config.schema.json");
const { configSchema } = await import(new URL("../packages/indexer/dist/index.js", import.meta.url));
const { ACTIONS, camelName, DEFAULT_TOOLS, defaultToolOf, describeSchema, ERROR_CODES, styledName } = await import(
  new URL("../packages/engine/dist/index.js", import.meta.url)
);

const INTRODUCTION = `# Actions

Generated from the action table by \`node scripts/generate-reference.mjs\`: change the table, not this file.

Every action is an MCP tool (\`sdl_slice_build\`; \`sdl serve --stdio\` lists seven under names of their own, see the table below, \`--tools all\` lists all), and a command
(\`sdl tool slice.build --json '{…}'\`). Names are understood in every spelling. Unknown parameters are errors;
\`snake_case\` spellings of all parameters are accepted. Answers leave out \`null\`, \`[]\` and \`{}\`. Lines count from 1, columns from 0.

An error is an answer too: \`{ code, message, hint?, nextBestAction?: { tool, args, rationale }, candidates? }\`.
Codes: ${ERROR_CODES.map((code) => `\`${code}\``).join(", ")}.

Every parameter that takes a symbol takes an id, a name, \`Class.method\`, \`path#name\` or \`path:line\`; \`symbolId\` and \`symbolRef\` are other names of \`symbol\`. Paths count from
the working directory first, then from the root. Every action also takes \`answerFormat\`: \`text\` or \`json\`. The answers below are those of JSON.

| tool | action | |
| --- | --- | --- |
${DEFAULT_TOOLS.map(({ name, action, description }) => `| \`${name.replace(".", "_")}\` | \`${action}\` | ${description} |`).join("\n")}

The examples speak of a small repository, \`my-app\`; a test runs each of them.
`;

const inTable = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function listingOf({ name }) {
  const tool = defaultToolOf(name);
  return tool === undefined ? "Listed with `--tools all`" : `Listed as \`${tool.name.replace(".", "_")}\``;
}

function parameterRow(name, schema, isRequired) {
  const notes = [
    schema.description,
    schema.default === undefined ? undefined : `Default: \`${JSON.stringify(schema.default)}\``,
  ];
  const text = notes.filter(Boolean).join(". ");
  return `| \`${name}\`${isRequired ? " (required)" : ""} | ${inTable(describeSchema(schema))} | ${inTable(text)} |`;
}

function parameterTable(schema) {
  const rows = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    parameterRow(name, property, schema.required?.includes(name)),
    ...Object.entries(property.properties ?? {}).map(([inner, innerSchema]) =>
      parameterRow(`${name}.${inner}`, innerSchema, property.required?.includes(inner)),
    ),
  ]);
  if (rows.length === 0) return "No parameters.";
  return ["| parameter | value | |", "|---|---|---|", ...rows].join("\n");
}

function answerFields(schema) {
  const shapes = schema.anyOf ?? [schema];
  const lists = shapes.map((shape) => {
    const required = new Set(shape.required);
    return Object.keys(shape.properties ?? {})
      .map((name) => (required.has(name) ? `\`${name}\`` : `\`${name}?\``))
      .join(", ");
  });
  return lists.join("; or ");
}

function annotationText({ readOnly, destructive, idempotent }) {
  return [readOnly ? "reads only" : "writes", destructive && "destructive", idempotent && "idempotent"]
    .filter(Boolean)
    .join(", ");
}

function actionSection(action) {
  const names = [styledName(action.name, "underscore"), camelName(action.name)].map((name) => `\`${name}\``).join(", ");
  const examples = action.examples.map(
    ({ title, args }) => `${title}:\n\n\`\`\`json\n${JSON.stringify(args, null, 2)}\n\`\`\``,
  );
  return [
    `## ${action.name}`,
    action.description,
    `Also ${names}. ${listingOf(action)}; ${annotationText(action.annotations)}.`,
    parameterTable(action.inputSchema()),
    `Answer: ${answerFields(action.outputSchema())}.`,
    ...examples,
  ].join("\n\n");
}

const text = `${[INTRODUCTION.trim(), ...ACTIONS.map(actionSection)].join("\n\n")}\n`;
/** Lists of words stand in one line. */
function schemaText() {
  const indented = JSON.stringify(configSchema(), null, 2);
  return `${indented.replace(/\[\s+("[^[\]{}]*")\s+\]/g, (_, words) => `[${words.split(/,\s+/).join(", ")}]`)}\n`;
}

for (const [path, content] of [
  [target, text],
  [schemaTarget, schemaText()],
]) {
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } else if (!existsSync(path) || readFileSync(path, "utf8") !== content) {
    const name = relative(root, path).replaceAll("\\", "/");
    process.stderr.write(`${name} is out of date: run \`node scripts/generate-reference.mjs\`\n`);
    process.exitCode = 1;
  }
}
