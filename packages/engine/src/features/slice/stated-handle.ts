/**
 * Handles that state their slice: the digits, then the versions that the slice was built from and its request, as the query of
 * a URL. Any server that has the version builds the slice again from its handle, so that no server needs what another one
 * keeps. Plain text costs a model fewer tokens than a compressed form, and is copied with fewer errors.
 * Invariant: what a handle states is a client's word. It is checked like the arguments of sdl.slice.build, gives nothing
 * that these would not give, and counts only if the digits are those of what it states.
 */
import { handleName } from "@sdl/repository/session";
import { canonicalRequest, parseCanonicalRequest, requestHash, type SliceBuildRequest } from "@sdl/slice";
import { z } from "zod";
import { sanitizeText } from "../../contract/sanitize-answer.js";
import type { PinnedVersions } from "../../query/run-query.js";
import { sliceParameters } from "./slice-parameters.js";

/** What a handle states. */
export interface StatedSlice {
  readonly request: SliceBuildRequest;
  readonly pinned: StatedVersions;
}

/** The versions that a slice without a work tree and without memories is built from. */
type StatedVersions = Pick<PinnedVersions, "ledgerVersion" | "derivedVersion" | "asOfDay">;

/** Maximum length of a handle that states its slice, in characters: some 250 tokens, which the answer's budget pays. */
const MAX_LENGTH = 800;
const PINNED: readonly string[] = ["ledgerVersion", "derivedVersion", "asOfDay"];

/** Names a slice of a repository. @returns digits alone if the statement would be too long, or would have to be masked */
export function statedHandle(repoId: string, slice: StatedSlice): string {
  const handle = handleOf(repoId, slice);
  const fields = Object.entries({ ...slice.pinned, ...parseCanonicalRequest(canonicalRequest(slice.request)) });
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const stated = `${handle}?${new URLSearchParams(texts)}`;
  const isShown = [stated, ...texts.map(([, text]) => text)].every((text) => sanitizeText(text) === text);
  return isShown && stated.length <= MAX_LENGTH ? stated : handle;
}

/** @returns `undefined` for a handle that states nothing, or what is not the slice of that repository that its digits name */
export function parseStatedHandle(repoId: string, handle: string): StatedSlice | undefined {
  const [digits, ...rest] = handle.split("?");
  const fields = [...new URLSearchParams(rest.join("?"))];
  const isPinned = ([name]: readonly [string, string]) => PINNED.includes(name);
  const pinned = pinnedSchema().safeParse(Object.fromEntries(fields.filter(isPinned)));
  const request = requestSchema().safeParse(
    Object.fromEntries(
      fields.filter((field) => !isPinned(field)).map(([name, text]) => [name, parseValue(name, text)]),
    ),
  );
  if (!pinned.success || !request.success) return undefined;
  const slice = { request: withoutAbsent(request.data), pinned: withoutAbsent(pinned.data) };
  return handleOf(repoId, slice) === digits ? slice : undefined;
}

function handleOf(repoId: string, { request, pinned }: StatedSlice): string {
  return handleName("slice", repoId, requestHash(request, { ...pinned }));
}

const pinnedSchema = () =>
  z.strictObject({
    ledgerVersion: z.string().max(20),
    derivedVersion: z.string().max(60).optional(),
    asOfDay: z.string().max(20),
  });

/** A request as the server has resolved it. */
const requestSchema = () =>
  sliceParameters()
    .omit({ repoId: true, ifNoneMatch: true, asOfVersion: true, fresh: true })
    .extend({
      wireFormat: z.enum(["text", "standard", "compact"]).optional(),
      source: z.enum(["none", "excerpts", "auto", "full"]).optional(),
    })
    .refine(({ taskText, entrySymbols, editedFiles, stackTrace, failingTestPath }) =>
      [taskText, entrySymbols, editedFiles, stackTrace, failingTestPath].some((seed) => seed !== undefined),
    );

/** Fields whose values are texts; those of others are JSON. */
const TEXTS: readonly string[] = [
  ...["taskText", "stackTrace", "failingTestPath", "cursor"],
  ...["cardDetail", "wireFormat", "source", "feedback"],
];

function parseValue(name: string, text: string): unknown {
  if (TEXTS.includes(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutAbsent<T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
}
