/**
 * What counts of a draft once its text is read: its facts, why it has none, or its configuration. Knows results of
 * parsing, not when texts are parsed.
 */
import { createHash } from "node:crypto";
import type { DraftFacts, DraftHead, DraftWrite, StoredDraft } from "@sdl/graph";
import { readConfigText } from "@sdl/indexer";
import type { ParsedDraft, RefusedDraft } from "./draft-parser.js";
import type { DraftPlace } from "./draft-place.js";

/** A draft's text as it counts in answers. */
export interface DraftReading {
  readonly origin: DraftHead["facts"] & object;
  readonly facts: DraftFacts | undefined;
  /** The configuration, as a ledger stores it. */
  readonly config: string | undefined;
}

/**
 * @param parsed absent if the file has no language @param stored the text as it is stored @throws if linking would fail
 * for every file that reads the configuration
 */
export function readingOf(
  { path, isConfig }: DraftPlace,
  parsed: ParsedDraft | RefusedDraft | undefined,
  { stored, textId }: { readonly stored: string; readonly textId: number },
): DraftReading {
  const config = isConfig ? readConfigText(path, stored) : undefined;
  const configKey = config === undefined ? {} : { configKey: createHash("sha256").update(config).digest("hex") };
  if (parsed === undefined) return { origin: { textId, isWhole: true, ...configKey }, facts: undefined, config };
  if ("refusal" in parsed) return { origin: { textId, ...parsed, ...configKey }, facts: undefined, config };
  const { facts, isWhole } = parsed;
  return { origin: { textId, key: facts.key, flags: facts.flags, isWhole, ...configKey }, facts, config };
}

/** The draft with this reading. */
export function withReading({ head, text }: StoredDraft, { origin, facts, config }: DraftReading): StoredDraft {
  return { head: { ...head, facts: origin }, text, facts, config };
}

/** The record of this reading. */
export function recordOf(head: DraftHead, { origin, facts, config }: DraftReading): DraftWrite {
  return {
    head: { ...head, facts: origin },
    ...(facts === undefined ? {} : { page: facts.page }),
    ...(config === undefined ? {} : { config }),
  };
}
