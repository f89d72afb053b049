/**
 * Pictures of answers, for clients that show a page beside an answer: the actions whose answers have a picture, the parameters that identify it,
 * and the picture itself. Knows no page and no transport.
 */

import { SdlError } from "@sdl/model";
import type { GraphPicture } from "@sdl/model/graph";
import { z } from "zod";
import type { ActionContext } from "../../contract/action.js";
import { parseAnswerFormat } from "../../contract/answer-form.js";
import { type JsonSchema, toJsonSchema } from "../../contract/json-schema.js";
import { camelCase, parseInput } from "../../contract/parse-input.js";
import type { Answer } from "../../contract/prune-answer.js";
import { comparedVersions, repoId, sliceHandle } from "../../contract/schemas.js";
import { sliceBuild } from "../slice/slice-build.action.js";
import { drawGraphPicture } from "./graph-picture.js";
import { PICTURE_TOOL, PICTURED_ACTIONS, subjectOfAnswer } from "./pictured-actions.js";

/** Parameters without defaults, because a request names either a slice or versions. */
const names = () => {
  const { fromVersion, toVersion } = comparedVersions();
  return z.strictObject({
    sliceHandle: sliceHandle
      .optional()
      .describe("Handle of the slice to draw; without it, the delta of two versions is drawn"),
    fromVersion: fromVersion.unwrap().optional(),
    toVersion: toVersion.unwrap().optional(),
    repoId,
    call: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Instead of the other parameters: the arguments of the answered call"),
  });
};

/** JSON schema of the arguments that name a picture. */
export function pictureParameters(): JsonSchema {
  return toJsonSchema(names(), "input");
}

/**
 * The parameters that identify an answer's picture: arguments of {@link answerPicture}.
 * @param action canonical name @param rawArguments arguments of the answered call
 * @returns `undefined` for an answer without a picture
 */
export function pictureNames(action: string, rawArguments: unknown, answer: Answer): Arguments | undefined {
  switch (subjectOfAnswer(action)) {
    case "slice":
      return typeof answer["sliceHandle"] === "string" ? { sliceHandle: answer["sliceHandle"] } : undefined;
    case "delta":
      return comparisonParameters(renameToUsualNames(rawArguments));
    case undefined:
      return undefined;
  }
}

type Arguments = Readonly<Record<string, unknown>>;

/** The arguments with camelCase names; snake_case is accepted too. */
function renameToUsualNames(rawArguments: unknown): Arguments {
  return Object.fromEntries(Object.entries(Object(rawArguments)).map(([name, value]) => [camelCase(name), value]));
}

/** The parameters that determine a comparison. */
function comparisonParameters({ repoId: repository, fromVersion, toVersion }: Arguments): Arguments {
  const compared = { repoId: repository, fromVersion, toVersion };
  return Object.fromEntries(Object.entries(compared).filter(([, value]) => value !== undefined));
}

/**
 * Parameters from which a slice can be built: a call with such a parameter built a slice; other calls compared
 * versions.
 */
const SEEDS = ["taskText", "entrySymbols", "stackTrace", "failingTestPath", "editedFiles", "cursor"] as const;

/** The parameters of the picture of a call. Builds a slice again to get its handle: equal arguments at equal versions give an equal handle. */
async function namesOfCall(context: ActionContext, rawArguments: unknown): Promise<Arguments> {
  const call = renameToUsualNames(rawArguments);
  const { sliceHandle: handle = call["handle"] } = call;
  if (handle !== undefined) return { sliceHandle: handle };
  if (SEEDS.every((name) => call[name] === undefined)) return comparisonParameters(call);
  requireOffered(context, "slice");
  const { isText, rawArguments: own } = parseAnswerFormat(call);
  const { text, ...rest } = context;
  const answer = await sliceBuild.execute(own, { ...rest, isNested: true, ...(isText ? { text } : {}) });
  return { sliceHandle: answer.sliceHandle };
}

/** @throws {SdlError} `invalid_params`, `policy_denied`, `handle_unknown`, `lease_expired`, and any error of {@link drawGraphPicture} */
export async function answerPicture(context: ActionContext, rawArguments: unknown): Promise<GraphPicture> {
  const input = { action: PICTURE_TOOL, schema: names(), jsonSchema: pictureParameters };
  const { call, ...named } = parseInput(input, rawArguments);
  if (call !== undefined) {
    if (Object.keys(named).length > 0) throw invalidRequestError("call excludes all other parameters; leave them out");
    return answerPicture(context, await namesOfCall(context, call));
  }
  const { sliceHandle: handle, repoId: repository, fromVersion, toVersion } = named;
  if (handle !== undefined && (fromVersion !== undefined || toVersion !== undefined))
    throw invalidRequestError(
      "a picture shows either a slice or two versions; pass sliceHandle, or fromVersion and toVersion",
    );
  requireOffered(context, handle === undefined ? "delta" : "slice");
  if (handle !== undefined) return drawGraphPicture(context, { repoId: repository, sliceHandle: handle });
  const { fromVersion: from, toVersion: to } = comparedVersions();
  return drawGraphPicture(context, {
    repoId: repository,
    delta: { from: from.parse(fromVersion), to: to.parse(toVersion) },
  });
}

function invalidRequestError(message: string): SdlError {
  return new SdlError("invalid_params", `${PICTURE_TOOL}: ${message}`);
}

/** Requires that an action with such an answer is offered, because a picture discloses what the answer does. @throws {SdlError} `policy_denied` */
function requireOffered({ selection }: ActionContext, subject: "slice" | "delta"): void {
  if (selection === undefined) return;
  const actions = PICTURED_ACTIONS.filter((action) => subjectOfAnswer(action) === subject);
  if (actions.some((action) => selection.offers(action))) return;
  for (const action of actions) selection.requireOffered(action);
}
