/**
 * Pictures of answers that a client has got: which actions' answers have one, the few values that name it, and the picture of such values. For clients
 * that show a page beside an answer. Knows no page and no transport.
 */

import { SdlError } from "@sdl/model";
import type { GraphPicture } from "@sdl/model/graph";
import { z } from "zod";
import type { ActionContext } from "../../contract/action.js";
import { type JsonSchema, toJsonSchema } from "../../contract/json-schema.js";
import { parseInput } from "../../contract/parse-input.js";
import type { Answer } from "../../contract/prune-answer.js";
import { comparedVersions, repoId, sliceHandle } from "../../contract/schemas.js";
import { graphPicture } from "./graph-picture.js";
import { PICTURE_TOOL, PICTURED_ACTIONS, subjectOfAnswer } from "./pictured-actions.js";

/** Without defaults: whoever names a slice names no versions. */
const names = () => {
  const { fromVersion, toVersion } = comparedVersions();
  return z.strictObject({
    sliceHandle: sliceHandle.optional().describe("Of the slice to draw; else what two versions differ in is drawn"),
    fromVersion: fromVersion.unwrap().optional(),
    toVersion: toVersion.unwrap().optional(),
    repoId,
  });
};

export function pictureParameters(): JsonSchema {
  return toJsonSchema(names(), "input");
}

/**
 * What names the picture of an answer: arguments of {@link answerPicture}.
 * @param action canonical name @param rawArguments of the call, which was answered
 * @returns `undefined` for an answer without a picture
 */
export function pictureNames(
  action: string,
  rawArguments: unknown,
  answer: Answer,
): Readonly<Record<string, unknown>> | undefined {
  switch (subjectOfAnswer(action)) {
    case "slice":
      return typeof answer["sliceHandle"] === "string" ? { sliceHandle: answer["sliceHandle"] } : undefined;
    case "delta":
      return comparedIn(rawArguments);
    case undefined:
      return undefined;
  }
}

/** The parameters that say what is compared, by whichever of their names. */
function comparedIn(rawArguments: unknown): Readonly<Record<string, unknown>> {
  const given = Object(rawArguments) as Readonly<Record<string, unknown>>;
  const { repo_id, repoId = repo_id, from_version, fromVersion = from_version } = given;
  const { to_version, toVersion = to_version } = given;
  const compared = { repoId, fromVersion, toVersion };
  return Object.fromEntries(Object.entries(compared).filter(([, value]) => value !== undefined));
}

/** @throws {SdlError} `invalid_params`, `policy_denied`, `handle_unknown`, `lease_expired`, and what {@link graphPicture} throws */
export async function answerPicture(context: ActionContext, rawArguments: unknown): Promise<GraphPicture> {
  const input = { action: PICTURE_TOOL, schema: names(), jsonSchema: pictureParameters };
  const { sliceHandle: handle, repoId: repository, fromVersion, toVersion } = parseInput(input, rawArguments);
  const isCompared = fromVersion !== undefined || toVersion !== undefined;
  if (handle !== undefined && isCompared)
    throw new SdlError(
      "invalid_params",
      `${PICTURE_TOOL}: a picture is of a slice or of two versions; pass sliceHandle, or fromVersion and toVersion`,
    );
  requireOffered(context, handle === undefined ? "delta" : "slice");
  if (handle !== undefined) return graphPicture(context, { repoId: repository, sliceHandle: handle });
  const { fromVersion: from, toVersion: to } = comparedVersions();
  return graphPicture(context, {
    repoId: repository,
    delta: { from: from.parse(fromVersion), to: to.parse(toVersion) },
  });
}

/** A picture says what the answer said: it is drawn where one of the actions is offered that give such an answer. @throws {SdlError} `policy_denied` */
function requireOffered({ selection }: ActionContext, subject: "slice" | "delta"): void {
  if (selection === undefined) return;
  const actions = PICTURED_ACTIONS.filter((action) => subjectOfAnswer(action) === subject);
  if (actions.some((action) => selection.offers(action))) return;
  for (const action of actions) selection.require(action);
}
