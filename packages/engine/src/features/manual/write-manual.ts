/** Generates the manual from the action table: every action as a function with its parameters and answer, in the requested format. */
import type { CountTokens } from "@sdl/slice";
import type { Action } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { camelName } from "../../contract/names.js";
import { rankActions } from "./action-index.js";
import { guideLinks } from "./search-actions.js";
import { answerText, declarationsOfNamedTypes, parametersText, parameterTexts } from "./type-text.js";

type ManualFormat = "typescript" | "markdown" | "json";

/** Which actions to describe, and how. */
export interface ManualRequest {
  readonly query?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly format: ManualFormat;
  readonly includeSchemas: boolean;
  readonly includeExamples: boolean;
}

type EntryOptions = Pick<ManualRequest, "includeSchemas" | "includeExamples">;

/** Facts that hold for all entries, stated once. */
const NOTES = [
  'Every function takes repoId?: string; queries take fresh?: boolean | "auto" (index changes first; auto, the default: if quick).',
  "Answers leave out empty fields and carry pinned, checkedAt, staleFiles, behind?, warnings?. Lines from 1, columns from 0.",
  "Errors: { code, message, hint?, nextBestAction?, candidates? }.",
];

/** @throws {SdlError} `invalid_params` for an unknown action */
export function writeManual(catalog: ActionCatalog, request: ManualRequest, countTokens: CountTokens): object {
  const manual = writers[request.format](catalog, chooseActions(catalog, request), request);
  return { manual, tokenEstimate: countTokens(manual) };
}

/** The named actions and those that match the query; all actions if neither is given. In the table's order. */
function chooseActions(catalog: ActionCatalog, { query, actions }: ManualRequest): readonly Action[] {
  if (query === undefined && actions === undefined) return catalog.all();
  const named = new Set((actions ?? []).map((name) => catalog.get(name)));
  const meant = query === undefined ? [] : rankActions(catalog.all(), query).map(({ action }) => action);
  return catalog.all().filter((action) => named.has(action) || meant.includes(action));
}

type Writer = (catalog: ActionCatalog, actions: readonly Action[], options: EntryOptions) => string;

const writers: Readonly<Record<ManualFormat, Writer>> = {
  typescript: (_, actions, options) => {
    const entries = actions.map((action) => typescriptEntry(action, options));
    const head = [...NOTES.map((note) => `// ${note}`), ...declarationsOfNamedTypes(entries.join("\n"))].join("\n");
    return [head, ...entries].join("\n\n");
  },
  markdown: (_, actions, options) => {
    const entries = actions.map((action) => markdownEntry(action, options));
    const types = declarationsOfNamedTypes(entries.join("\n")).map((line) => `\`${line}\``);
    return [NOTES.join(" "), ...types, ...entries].join("\n\n");
  },
  json: (catalog, actions, options) => {
    const entries = actions.map((action) => jsonEntry(catalog, action, options));
    const types = declarationsOfNamedTypes(JSON.stringify(entries));
    return JSON.stringify({ notes: NOTES, ...(types.length === 0 ? {} : { types }), actions: entries });
  },
};

function typescriptEntry(action: Action, { includeSchemas, includeExamples }: EntryOptions): string {
  const name = camelName(action.name);
  const details = includeSchemas
    ? parameterTexts(action.inputSchema()).flatMap(({ name, notes }) =>
        notes === "" ? [] : [`@param ${name} ${notes}`],
      )
    : [];
  const examples = includeExamples
    ? action.examples.map(({ args }) => `@example ${name}(${JSON.stringify(args)})`)
    : [];
  const lines = [action.description, ...details, ...examples];
  const doc =
    lines.length === 1 ? `/** ${action.description} */` : `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */`;
  const parameters = parametersText(action.inputSchema());
  return `${doc}\n${name}(${parameters === "" ? "" : `{ ${parameters} }`}): ${answerText(action.outputSchema())}`;
}

function markdownEntry(action: Action, { includeSchemas, includeExamples }: EntryOptions): string {
  const parameters = includeSchemas
    ? parameterTexts(action.inputSchema()).map(
        ({ name, required, type, notes }) =>
          `- \`${name}${required ? "" : "?"}\`: ${type}${notes === "" ? "" : `. ${notes}`}`,
      )
    : [`Takes \`{ ${parametersText(action.inputSchema())} }\`.`];
  const examples = includeExamples ? action.examples.map(({ args }) => `Example: \`${JSON.stringify(args)}\``) : [];
  return [
    `### ${camelName(action.name)} (\`${action.name}\`)`,
    action.description,
    ...parameters,
    `Returns \`${answerText(action.outputSchema())}\`.`,
    ...examples,
  ].join("\n");
}

function jsonEntry(catalog: ActionCatalog, action: Action, { includeSchemas, includeExamples }: EntryOptions): object {
  return {
    fn: camelName(action.name),
    action: action.name,
    description: action.description,
    ...(includeSchemas ? { parameters: action.inputSchema() } : { parameters: parametersText(action.inputSchema()) }),
    returns: answerText(action.outputSchema()),
    ...guideLinks(catalog, action),
    ...(includeExamples ? { examples: action.examples.map(({ args }) => args) } : {}),
  };
}
