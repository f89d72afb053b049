/**
 * A version as parts that are encoded one by one, for stores that keep equal parts of many versions once. No part
 * contains a handle, a time or a machine's path, and equal versions give equal parts.
 */
import { ENVIRONMENT_PATH, GraphError } from "@sdl/model";
import { ByteReader, FACTS_FORMAT, SYMBOLS } from "@sdl/model/facts";
import type { PageReader } from "../read/page-reader.js";
import { unpackFacts } from "../records/facts-record.js";
import { factsKeyBytes, readFactsKey } from "../records/file-page.js";
import { decodeConfig, decodeSkipped, encodeConfig, encodeSkipped } from "../records/inputs.js";
import { encodeWith, readText, writeText } from "../records/packing.js";
import { checkFacts } from "./check-facts.js";
import { checkPath } from "./check-path.js";
import { contentOf, type VersionContent } from "./copy-version.js";
import type { FilePart } from "./file-part.js";
import { decodeFilePart, encodeFilePart } from "./part-record.js";
import { checkDecoded, invalidFileError } from "./portable-file.js";
import type { PortableTables } from "./portable-tables.js";

/** Raise when the encoding of a part changes. */
const PARTS_FORMAT = 1;
/** Maximum length of the producer id and of a commit, in characters. */
const MAX_NAME = 256;

/** One version. */
export interface VersionParts {
  /** Formats, producer and commit; see {@link readPartsHead}. */
  readonly head: Uint8Array;
  /** One part for each file, in path order. */
  readonly files: readonly Uint8Array[];
  /** One part for each configuration file, in path order, then the list of skipped files. */
  readonly inputs: readonly Uint8Array[];
  /** One part for each facts page, in the order in which the files name them. */
  readonly facts: readonly Uint8Array[];
}

/** What the head says. */
export interface PartsHead {
  /** Age of the program that wrote the parts, by the formats that it writes: those of another age cannot be read. */
  readonly age: "same" | "older" | "newer";
  /** Id of the extractor and linker that made all facts and links; "" if the age is another. */
  readonly producer: string;
  readonly commit: string | undefined;
}

/** Content of checked parts. */
export interface DecodedParts extends Omit<PartsHead, "age"> {
  readonly content: VersionContent;
  /** Packed pages by key, 32 hex digits. */
  readonly facts: PortableTables["facts"];
}

/** The paths of some files of a version. @throws {GraphError} `INVALID_FILE` */
export function readPaths(files: readonly Uint8Array[]): string[] {
  return checkDecoded(() => files.map((part) => readText(new ByteReader(part))));
}

/** Encodes a version. */
export function encodeParts(from: PageReader, commit: string): VersionParts {
  const { files, configs, skipped } = contentOf(from);
  const records: Uint8Array[] = [];
  const keys = new Set<string>();
  for (const file of files) {
    records.push(encodeFilePart(file));
    keys.add(file.factsKey);
  }
  return {
    head: encodeHead({ producer: from.producer(), commit }),
    files: records,
    inputs: [...configs.map(encodeConfig), encodeSkipped(skipped)],
    facts: Array.from(keys, (key) => Buffer.concat([factsKeyBytes(key), from.packedFacts(key)])),
  };
}

function encodeHead({ producer, commit = "" }: Omit<PartsHead, "age">): Uint8Array {
  return encodeWith((out) => {
    out.varint(PARTS_FORMAT);
    out.varint(FACTS_FORMAT);
    writeText(out, producer);
    writeText(out, commit);
  });
}

/** Reads the head of untrusted parts. @throws {GraphError} `INVALID_FILE` */
export function readPartsHead(head: Uint8Array): PartsHead {
  return checkDecoded(() => {
    const reader = new ByteReader(head);
    const found = [reader.varint(), reader.varint()];
    const known = [PARTS_FORMAT, FACTS_FORMAT];
    if (found.some((format, i) => format !== known[i])) {
      const age = found.some((format, i) => format > (known[i] as number)) ? "newer" : "older";
      return { age, producer: "", commit: undefined };
    }
    const [producer, commit] = [readText(reader), readText(reader)];
    if (producer.length > MAX_NAME || commit.length > MAX_NAME)
      throw invalidFileError("a name in its head is too long");
    return { age: "same", producer, commit: commit === "" ? undefined : commit };
  });
}

/**
 * Decodes and checks parts of an untrusted version.
 * @param base the version over which the parts are read, if they are not all of their version's
 * @throws {GraphError} `SCHEMA_MISMATCH`, `INVALID_FILE`
 */
export function decodeParts({ head, files, inputs, facts }: VersionParts, base?: PageReader): DecodedParts {
  const { age, producer, commit } = readPartsHead(head);
  if (age !== "same") {
    const text = `a program of ${age} formats pushed the version`;
    throw new GraphError("SCHEMA_MISMATCH", `${text}; push it with this version of the program, or index from scratch`);
  }
  return checkDecoded(() => {
    const pages = new Map(facts.map(readFactsPart));
    const symbols = new Map(
      [...pages].map(([key, page]) => [key, checkFacts(unpackFacts(page, key, () => undefined))]),
    );
    const parts = files.map(decodeFilePart);
    const rowsOf = (key: string) => symbols.get(key) ?? base?.factsByKey(key)?.rows(SYMBOLS);
    for (const part of parts) checkFile(part, rowsOf(part.factsKey));
    const counts = new Map(parts.map(({ path, symbolIds }) => [path, symbolIds.length / 2]));
    if (counts.size !== parts.length) throw invalidFileError("a file is there twice");
    const countOf = (path: string) => counts.get(path) ?? base?.state.files.find(path)?.symbolCount ?? 0;
    for (const part of parts) checkLinks(part, countOf);
    const configs = inputs.slice(0, -1).map(decodeConfig);
    const skipped = decodeSkipped(inputs.at(-1) ?? new Uint8Array(0));
    for (const { path } of [...configs, ...skipped]) checkPath(path);
    if (skipped.some(({ reason }) => reason === undefined)) throw invalidFileError("a skipped file has no reason");
    return { producer, commit, content: { files: parts, configs, skipped }, facts: pages };
  });
}

/** Reads one of {@link VersionParts.facts}. @throws {Error} if it ends within its key */
export function readFactsPart(part: Uint8Array): [key: string, page: Uint8Array] {
  const reader = new ByteReader(part);
  return [readFactsKey(reader), reader.raw(reader.remaining)];
}

/** @param rows number of symbols of the file's facts */
function checkFile({ path, symbolIds }: FilePart, rows: number | undefined): void {
  if (path !== ENVIRONMENT_PATH) checkPath(path);
  if (rows === undefined) throw invalidFileError(`the facts of ${path} are missing`);
  if (symbolIds.length !== 2 * rows) throw invalidFileError(`the symbols of ${path} do not match its facts`);
}

/** Checks that links begin and end at symbols. @param countOf number of symbols of a file, 0 if there is none */
function checkLinks({ path, targets, edges, unresolved }: FilePart, countOf: (path: string) => number): void {
  const own = countOf(path);
  const ends = targets.map(countOf);
  const isEdge = (i: number): boolean =>
    (edges.from[i] as number) < own && (edges.toSymbol[i] as number) < (ends[edges.toFile[i] as number] ?? 0);
  for (let i = 0; i < edges.length; i++)
    if (!isEdge(i)) throw invalidFileError(`an edge of ${path} refers to a missing symbol`);
  if (unresolved.some(({ from }) => from >= own)) throw invalidFileError(`a name in ${path} belongs to no symbol`);
}
