/** Address of a file's facts: a hash of all inputs of extraction. */
import { createHash } from "node:crypto";
import type { Language } from "@sdl/model";
import { EXTRACTOR_VERSION } from "./extraction.js";

/** 32 hex digits: the head of SHA-256 over the extractor's version, the language, the generated flag and the file's bytes. */
export function factsKeyOf(bytes: Uint8Array, language: Language, isGenerated: boolean): string {
  return createHash("sha256")
    .update(`${EXTRACTOR_VERSION}\0${language}\0${isGenerated ? 1 : 0}\0`)
    .update(bytes)
    .digest("hex")
    .slice(0, 32);
}
