/**
 * The graph page as clients see it: its address, the tools whose answers it is shown beside, and the arguments that
 * name an answer's picture. The engine decides which answers have a picture.
 */
import type { Tool } from "@modelcontextprotocol/server";
import {
  type Answer,
  findAction,
  type NameStyle,
  PICTURE_TOOL,
  pictureNames,
  pictureParameters,
  styleName,
  subjectOfAnswer,
} from "@sdl/engine";
import { objectSchema } from "../lean-schema.js";

/** Address of the page. */
export const GRAPH_PAGE = "ui://sdl/graph";

/** Key in a result's `_meta`: arguments for the picture tool. */
const PICTURE_KEY = "sdl/picture";

/**
 * Adds the page to every tool whose answers all have a picture; if there is one, also lists the picture tool that the
 * page calls.
 */
export function withGraphPage(tools: readonly Tool[], names: NameStyle): Tool[] {
  const isShown = tools.map(hasPicture);
  if (!isShown.includes(true)) return [...tools];
  const marked = tools.map((tool, i) =>
    isShown[i] === true ? { ...tool, _meta: { ...tool._meta, ui: { resourceUri: GRAPH_PAGE } } } : tool,
  );
  return [...marked, pictureTool(names)];
}

/** A group's tool has a picture if all actions of the group have one. */
function hasPicture({ name, inputSchema, _meta }: Tool): boolean {
  const { enum: grouped } = Object(inputSchema.properties?.["action"]) as { readonly enum?: readonly string[] };
  const actions = _meta?.["sdl/group"] === undefined ? [name] : (grouped ?? []);
  return actions.length > 0 && actions.every((one) => subjectOfAnswer(findAction(one)?.name ?? "") !== undefined);
}

/** The tool that the page calls; clients hide it from models. */
function pictureTool(names: NameStyle): Tool {
  return {
    name: styleName(PICTURE_TOOL, names),
    title: "Picture of an answer",
    description: "What the page of the graph draws of an answer.",
    inputSchema: objectSchema(pictureParameters()),
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta: { ui: { resourceUri: GRAPH_PAGE, visibility: ["app"] } },
  };
}

/** Whether a tool's name is that of the picture tool, in either style. */
export function isPictureTool(name: string): boolean {
  return name === PICTURE_TOOL || name === styleName(PICTURE_TOOL, "underscore");
}

/**
 * Builds the `_meta` of an action's results, which clients pass to the page. @returns `undefined` if the action's
 * answers have no picture
 */
export function pictureMeta(action: string) {
  if (subjectOfAnswer(action) === undefined) return undefined;
  return (rawArguments: unknown, answer: Answer) => {
    const names = pictureNames(action, rawArguments, answer);
    return names === undefined ? undefined : { [PICTURE_KEY]: names };
  };
}
