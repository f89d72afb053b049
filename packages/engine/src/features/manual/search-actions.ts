/** Implements the action search as a client requests it. */
import type { CountTokens } from "@sdl/slice";
import type { Action } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { camelName } from "../../contract/names.js";
import { rankActions } from "./action-index.js";
import { declarationsOfNamedTypes, parametersText } from "./type-text.js";

/** Search text, and the parts of each action to return. */
export interface ActionSearchRequest {
  readonly query: string;
  readonly limit: number;
  readonly includeSchemas: boolean;
  readonly includeExamples: boolean;
}

/** Ranks the catalog's actions by a query. `tokenEstimate` counts the answer's actions. */
export function searchActions(catalog: ActionCatalog, request: ActionSearchRequest, countTokens: CountTokens): object {
  const found = rankActions(catalog.all(), request.query).slice(0, request.limit);
  const actions = found.map(({ action }) => describeAction(catalog, action, request));
  return { actions, tokenEstimate: countTokens(JSON.stringify(actions)) };
}

function describeAction(catalog: ActionCatalog, action: Action, request: ActionSearchRequest): object {
  const { name, description, guide, examples } = action;
  const links = guideLinks(catalog, action);
  return {
    action: name,
    description,
    tags: guide.tags,
    ...(request.includeSchemas ? { schemaSummary: summaryText(action) } : {}),
    ...(request.includeExamples && examples[0] !== undefined ? { example: examples[0].args } : {}),
    ...links,
  };
}

/** An action's parameters as text, after the declarations of the types that it names. */
function summaryText(action: Action): string {
  const text = `${camelName(action.name)}({ ${parametersText(action.inputSchema())} })`;
  return [...declarationsOfNamedTypes(text), text].join(" ");
}

/** Prerequisites, next actions and fallbacks of an action; leaves out empty lists and actions that this catalog does not have. */
export function guideLinks(catalog: ActionCatalog, { guide }: Action): object {
  const lists = {
    prerequisites: guide.prerequisites,
    recommendedNextActions: guide.nextActions,
    fallbacks: guide.fallbacks,
  };
  const known = Object.entries(lists).map(([key, list]): [string, readonly string[]] => [
    key,
    (list ?? []).filter((one) => !one.startsWith("sdl.") || catalog.find(one) !== undefined),
  ]);
  return Object.fromEntries(known.filter(([, list]) => list.length > 0));
}
