/** Page docs/reference.md: every action with its parameters, its answer as text and as JSON, and its examples. */
import { fenceText } from "./page.mjs";

const { ACTIONS, camelName, DEFAULT_TOOLS, defaultToolOf, describeSchema, SDL_ERROR_CODES, styleName } = await import(
  new URL("../../packages/engine/dist/index.js", import.meta.url)
);

const INTRODUCTION = `# Actions

Generated from the action table by \`node scripts/generate-reference.mjs\`: change the table, not this file.

Every action is an MCP tool (\`sdl_slice_build\`; \`sdl serve --stdio\` lists seven under names of their own, see the table below, \`--tools all\` lists all), and a command
(\`sdl tool slice.build --json '{…}'\`). Names are understood in every spelling. Unknown parameters are errors;
\`snake_case\` spellings of all parameters are accepted. Answers leave out \`null\`, \`[]\` and \`{}\`. Lines count from 1, columns from 0.

An error is an answer too: \`{ code, message, hint?, nextBestAction?: { tool, args, rationale }, candidates? }\`.
Codes: ${SDL_ERROR_CODES.map((code) => `\`${code}\``).join(", ")}.

Every parameter that takes a symbol takes an id, a name, \`Class.method\`, \`path#name\` or \`path:line\`; \`symbolId\` and \`symbolRef\` are other names of \`symbol\`. Paths count from
the working directory first, then from the root. Every action also takes \`answerFormat\`: \`text\`, which clients get unless they ask otherwise and which is shown here, or \`json\`.

| tool | action | when to call it |
| --- | --- | --- |
${DEFAULT_TOOLS.map(({ name, action, description }) => `| \`${name.replace(".", "_")}\` | \`${action}\` | ${description} |`).join("\n")}

The examples speak of a small repository, \`my-app\`; a test runs each of them. Answers are those of this version of the program; times and sizes in them are made up.
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
  return ["| parameter | value | notes |", "|---|---|---|", ...rows].join("\n");
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

/** @param answer the text that answers the first example */
function actionSection(action, answer) {
  const names = [styleName(action.name, "underscore"), camelName(action.name)].map((name) => `\`${name}\``).join(", ");
  const [first, ...others] = action.examples.map(
    ({ title, args }) => `${title}:\n\n${fenceText(JSON.stringify(args, null, 2), "json")}`,
  );
  return [
    `## ${action.name}`,
    action.description,
    `Also ${names}. ${listingOf(action)}; ${annotationText(action.annotations)}.`,
    parameterTable(action.inputSchema()),
    first,
    `is answered with:\n\n${fenceText(answer)}`,
    ...others,
    `As JSON: ${answerFields(action.outputSchema())}.`,
  ].join("\n\n");
}

/** @param answers texts by action name */
export function referencePage(answers) {
  return `${[INTRODUCTION.trim(), ...ACTIONS.map((action) => actionSection(action, answers.get(action.name)))].join("\n\n")}\n`;
}
