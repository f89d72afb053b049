/**
 * The page of the graph as clients know it: its address, the tools whose answers it is shown beside, and what names the picture of an answer. Which answers
 * have a picture is the engine's to say.
 */
import type { Tool } from "@modelcontextprotocol/server";
import {
  type Answer,
  findAction,
  type NameStyle,
  PICTURE_TOOL,
  pictureNames,
  pictureParameters,
  styledName,
  subjectOfAnswer,
} from "@sdl/engine";
import { objectSchema } from "../lean-schema.js";

/** Address of the page. */
export const GRAPH_PAGE = "ui://sdl/graph";

/** Of a result: arguments for the picture's tool. */
const PICTURE_KEY = "sdl/picture";

/** Tools all of whose answers have a picture name the page; where there are such, the tool is listed that the page asks. */
export function withGraphPage(tools: readonly Tool[], names: NameStyle): Tool[] {
  const isShown = tools.map(hasPicture);
  if (!isShown.includes(true)) return [...tools];
  const marked = tools.map((tool, i) =>
    isShown[i] === true ? { ...tool, _meta: { ...tool._meta, ui: { resourceUri: GRAPH_PAGE } } } : tool,
  );
  return [...marked, pictureTool(names)];
}

/** A group's tool is its actions'. */
function hasPicture({ name, inputSchema, _meta }: Tool): boolean {
  const { enum: grouped } = Object(inputSchema.properties?.["action"]) as { readonly enum?: readonly string[] };
  const actions = _meta?.["sdl/group"] === undefined ? [name] : (grouped ?? []);
  return actions.length > 0 && actions.every((one) => subjectOfAnswer(findAction(one)?.name ?? "") !== undefined);
}

/** For pages alone: clients keep it from models. */
function pictureTool(names: NameStyle): Tool {
  return {
    name: styledName(PICTURE_TOOL, names),
    title: "Picture of an answer",
    description: "What the page of the graph draws of an answer.",
    inputSchema: objectSchema(pictureParameters()),
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta: { ui: { resourceUri: GRAPH_PAGE, visibility: ["app"] } },
  };
}

export function isPictureTool(name: string): boolean {
  return name === PICTURE_TOOL || name === styledName(PICTURE_TOOL, "underscore");
}

/** What the results of an action say to a page, beside what they say to a model. @returns `undefined` where they have no picture */
export function pictureMeta(action: string) {
  if (subjectOfAnswer(action) === undefined) return undefined;
  return (rawArguments: unknown, answer: Answer) => {
    const names = pictureNames(action, rawArguments, answer);
    return names === undefined ? undefined : { [PICTURE_KEY]: names };
  };
}
