/** Address of a file's facts: a hash of all inputs of extraction. */
import { hash } from "node:crypto";
import type { Language } from "@sdl/model";
import { componentName } from "@sdl/model/paths";
import { EXTRACTOR_VERSION } from "./extraction.js";

/** A file, as far as its facts depend on it beside its content. */
export interface FactsSubject {
  readonly language: Language;
  /** Repository-relative: a component has its file's name. */
  readonly path: string;
}

/**
 * 32 hex digits: the head of SHA-256 over the extractor's version, the language, the generated flag, the component's
 * name and the file's bytes.
 */
export function factsKeyOf(bytes: Uint8Array, { language, path }: FactsSubject, isGenerated: boolean): string {
  const name = componentName(language, path);
  const head = `${EXTRACTOR_VERSION}\0${language}\0${isGenerated ? 1 : 0}\0${name}${name === "" ? "" : "\0"}`;
  // One call over joined bytes: a hash object takes longer to create and to collect than a usual file to hash.
  return hash("sha256", Buffer.concat([Buffer.from(head), bytes]), "hex").slice(0, 32);
}
