/** Resolves a client's reference to a memory: an id, a title, or a part of a title that matches only one. */
import type { Memory } from "@sdl/memory";
import { SdlError } from "@sdl/model";
import { closestWords } from "@sdl/model/text";
import { HEX_ID } from "../../contract/text-patterns.js";

const SUGGESTIONS = 5;

/**
 * Returns an id unchecked: the memory may be held back or not exist yet.
 * @throws {SdlError} `invalid_params` with similar titles if no memory or more than one matches
 */
export function resolveMemoryId(memories: readonly Memory[], reference: string): string {
  if (HEX_ID.pattern.test(reference)) return reference;
  const wanted = reference.trim().toLowerCase();
  const exact = memories.filter(({ title }) => title.toLowerCase() === wanted);
  const fitting = exact.length > 0 ? exact : memories.filter(({ title }) => title.toLowerCase().includes(wanted));
  const [found, other] = fitting;
  if (found !== undefined && other === undefined) return found.memoryId;
  throw found === undefined ? unknownMemoryError(memories, reference) : ambiguousMemoryError(fitting, reference);
}

function unknownMemoryError(memories: readonly Memory[], reference: string): SdlError {
  const near = closestWords(reference, new Set(memories.map(({ title }) => title)), SUGGESTIONS);
  return new SdlError("invalid_params", `memoryId: no memory has the title ${JSON.stringify(reference)}`, {
    ...(near.length === 0 ? {} : { hint: `Similar titles: ${near.map((title) => JSON.stringify(title)).join(", ")}.` }),
    nextBestAction: { tool: "sdl.memory.query", args: {}, rationale: "lists memories by their titles" },
  });
}

/** The error lists ids if titles are equal, because only ids distinguish these memories. */
function ambiguousMemoryError(fitting: readonly Memory[], reference: string): SdlError {
  const isSame = new Set(fitting.map(({ title }) => title)).size < fitting.length;
  const names = fitting
    .slice(0, SUGGESTIONS)
    .map(({ title, memoryId }) => (isSame ? `${memoryId} (${title})` : JSON.stringify(title)));
  return new SdlError(
    "invalid_params",
    `memoryId: ${fitting.length} memories have ${JSON.stringify(reference)} in their titles`,
    {
      hint: `Pass one of: ${names.join(", ")}.`,
    },
  );
}
