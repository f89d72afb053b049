/** Disagreements that were read by eye: whether SDL or the compiler's answer is at fault. Pure but for the file. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { EDGE_READINGS_FILE } from "../paths.js";
import type { Disagreement, EdgeRecord } from "./record.js";

/** Who is at fault; `unclear` if the source does not prove it, or both are wrong. Unclear ones count against SDL. */
export type Fault = "sdl" | "oracle" | "unclear";

/** A disagreement that was read. */
export interface Reading extends Pick<Disagreement, "kind" | "from" | "to"> {
  readonly repository: string;
  readonly fault: Fault;
  readonly why: string;
}

/** Disagreements of a kind that were read, by who is at fault. */
export type ReadShare = Readonly<Record<Fault | "read", number>>;

const SEED = 20_261_127;

/** Reads the list. */
export function readReadings(): Reading[] {
  return existsSync(EDGE_READINGS_FILE) ? JSON.parse(readFileSync(EDGE_READINGS_FILE, "utf8")) : [];
}

/** Counts the readings of disagreements that the record still has. */
export function readShare(record: EdgeRecord, kind: Disagreement["kind"], readings: readonly Reading[]): ReadShare {
  const found = new Set(disagreements(record, kind).map((one) => keyOf(record.name, one)));
  const read = readings.filter((one) => one.kind === kind && found.has(keyOf(one.repository, one)));
  const count = (wanted: Fault) => read.filter(({ fault }) => fault === wanted).length;
  return { read: read.length, sdl: count("sdl"), oracle: count("oracle"), unclear: count("unclear") };
}

/**
 * Draws disagreements of a kind, of each repository in turn, so that one with many does not stand for all. Within a
 * repository their hashes decide the order: a draw stays as it is when other disagreements come or go.
 */
export function draw(
  records: readonly EdgeRecord[],
  kind: Disagreement["kind"],
  count: number,
): (Disagreement & { readonly repository: string })[] {
  return records
    .flatMap((record) =>
      disagreements(record, kind)
        .map((one) => ({ ...one, repository: record.name }))
        .map((item) => ({ item, hash: hashOf(item) }))
        .sort((a, b) => (a.hash < b.hash ? -1 : 1))
        .map((one, turn) => ({ ...one, turn })),
    )
    .sort((a, b) => a.turn - b.turn || (a.hash < b.hash ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}

function hashOf(one: Disagreement & { readonly repository: string }): string {
  return createHash("sha256")
    .update(`${SEED}\0${keyOf(one.repository, one)}`)
    .digest("hex");
}

function disagreements({ figures }: EdgeRecord, kind: Disagreement["kind"]): Disagreement[] {
  return figures?.disagreements.filter((one) => one.kind === kind) ?? [];
}

function keyOf(repository: string, { kind, from, to }: Pick<Disagreement, "kind" | "from" | "to">): string {
  return [repository, kind, from, to].join("\0");
}
