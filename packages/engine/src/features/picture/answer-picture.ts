/**
 * Pictures of answers that a client has got: which actions' answers have one, the few values that name it, and the picture of such values. For clients
 * that show a page beside an answer. Knows no page and no transport.
 */

import { SdlError } from "@sdl/model";
import type { GraphPicture } from "@sdl/model/graph";
import { z } from "zod";
import type { ActionContext } from "../../contract/action.js";
import { formOfCall } from "../../contract/answer-form.js";
import { type JsonSchema, toJsonSchema } from "../../contract/json-schema.js";
import { parseInput } from "../../contract/parse-input.js";
import type { Answer } from "../../contract/prune-answer.js";
import { comparedVersions, repoId, sliceHandle } from "../../contract/schemas.js";
import { sliceBuild } from "../slice/slice-build.action.js";
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
    call: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Instead: the arguments that the answered call had, where the client hands on nothing else of it"),
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
export function pictureNames(action: string, rawArguments: unknown, answer: Answer): Arguments | undefined {
  switch (subjectOfAnswer(action)) {
    case "slice":
      return typeof answer["sliceHandle"] === "string" ? { sliceHandle: answer["sliceHandle"] } : undefined;
    case "delta":
      return comparedIn(byUsualName(rawArguments));
    case undefined:
      return undefined;
  }
}

type Arguments = Readonly<Record<string, unknown>>;

/** Every parameter may be written in snake_case, too. */
function byUsualName(rawArguments: unknown): Arguments {
  const usual = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(Object(rawArguments)).map(([name, value]) => [usual(name), value]));
}

/** The parameters that say what is compared. */
function comparedIn({ repoId: repository, fromVersion, toVersion }: Arguments): Arguments {
  const compared = { repoId: repository, fromVersion, toVersion };
  return Object.fromEntries(Object.entries(compared).filter(([, value]) => value !== undefined));
}

/** What a slice is built from: a call with one of them built one, a call without was about versions. */
const SEEDS = ["taskText", "entrySymbols", "stackTrace", "failingTestPath", "editedFiles", "cursor"] as const;

/** The slice is built once more, for its handle: equal arguments at equal versions give an equal one. */
async function namesOfCall(context: ActionContext, rawArguments: unknown): Promise<Arguments> {
  const call = byUsualName(rawArguments);
  const { sliceHandle: handle = call["handle"] } = call;
  if (handle !== undefined) return { sliceHandle: handle };
  if (SEEDS.every((name) => call[name] === undefined)) return comparedIn(call);
  requireOffered(context, "slice");
  const { isText, rawArguments: own } = formOfCall(call);
  const { text, ...rest } = context;
  const answer = await sliceBuild.execute(own, { ...rest, isNested: true, ...(isText ? { text } : {}) });
  return { sliceHandle: answer.sliceHandle };
}

/** @throws {SdlError} `invalid_params`, `policy_denied`, `handle_unknown`, `lease_expired`, and what {@link graphPicture} throws */
export async function answerPicture(context: ActionContext, rawArguments: unknown): Promise<GraphPicture> {
  const input = { action: PICTURE_TOOL, schema: names(), jsonSchema: pictureParameters };
  const { call, ...named } = parseInput(input, rawArguments);
  if (call !== undefined) {
    if (Object.keys(named).length > 0) throw invalid("call stands alone; leave the other parameters out");
    return answerPicture(context, await namesOfCall(context, call));
  }
  const { sliceHandle: handle, repoId: repository, fromVersion, toVersion } = named;
  if (handle !== undefined && (fromVersion !== undefined || toVersion !== undefined))
    throw invalid("a picture is of a slice or of two versions; pass sliceHandle, or fromVersion and toVersion");
  requireOffered(context, handle === undefined ? "delta" : "slice");
  if (handle !== undefined) return graphPicture(context, { repoId: repository, sliceHandle: handle });
  const { fromVersion: from, toVersion: to } = comparedVersions();
  return graphPicture(context, {
    repoId: repository,
    delta: { from: from.parse(fromVersion), to: to.parse(toVersion) },
  });
}

function invalid(message: string): SdlError {
  return new SdlError("invalid_params", `${PICTURE_TOOL}: ${message}`);
}

/** A picture says what the answer said: it is drawn where one of the actions is offered that give such an answer. @throws {SdlError} `policy_denied` */
function requireOffered({ selection }: ActionContext, subject: "slice" | "delta"): void {
  if (selection === undefined) return;
  const actions = PICTURED_ACTIONS.filter((action) => subjectOfAnswer(action) === subject);
  if (actions.some((action) => selection.offers(action))) return;
  for (const action of actions) selection.require(action);
}
