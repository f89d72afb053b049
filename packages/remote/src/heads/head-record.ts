/** Record of a head in a file or an object: a line of JSON, then the SHA-256 of that line, which tells damage from content. */
import { createHash } from "node:crypto";
import { headKind } from "../names.js";
import { isPageId } from "../pages/page.js";
import type { Head, PageId } from "../store.js";

/** Where a head was moved. */
export interface HeadRecord {
  readonly repository: string;
  readonly name: string;
  /** `undefined`: the head was removed. */
  readonly manifest: PageId | undefined;
  /** Random; tells one swap from another that moves the head to the same manifest. */
  readonly swap: string;
}

/**
 * Where the records of a head are kept: repository, kind, name. Repository and name are hashed, so that any name is a
 * short file name or key on every system.
 */
export function headPath(repository: string, name: string): string[] {
  return [repositoryFolder(repository), headKind(name), hashOf(name)];
}

/** The first part of {@link headPath}, which all heads of a repository share. */
export function repositoryFolder(repository: string): string {
  return hashOf(repository);
}

/** Name of a generation: 12 digits, so that names sort as their numbers do. */
export const GENERATION = /^\d{12}$/;

/** The name of the n-th generation. */
export function generationName(generation: number): string {
  return String(generation).padStart(12, "0");
}

/** The text of a record. */
export function encodeHeadRecord({ repository, name, manifest, swap }: HeadRecord): string {
  const line = JSON.stringify({ format: 1, repository, name, manifest: manifest ?? null, swap });
  return `${line}\n${digestOf(line)}\n`;
}

/** The record of a text; `undefined` if it is damaged. */
export function decodeHeadRecord(text: string): HeadRecord | undefined {
  const [line = "", digest, end] = text.split("\n");
  if (end !== "" || digest !== digestOf(line)) return undefined;
  const { format, repository, name, manifest, swap } = parseLine(line);
  if (format !== 1 || typeof repository !== "string" || typeof name !== "string" || typeof swap !== "string") {
    return undefined;
  }
  if (manifest === null) return { repository, name, manifest: undefined, swap };
  return typeof manifest === "string" && isPageId(manifest) ? { repository, name, manifest, swap } : undefined;
}

/** The head of a latest record; `undefined` without a record and for a removed head. */
export function headOf(
  latest: { readonly record: HeadRecord; readonly movedAtMs: number } | undefined,
): Head | undefined {
  const record = latest?.record;
  if (latest === undefined || record?.manifest === undefined) return undefined;
  return { name: record.name, manifest: record.manifest, movedAtMs: latest.movedAtMs };
}

/** The fields of a line; none if it is not an object of JSON. */
function parseLine(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function digestOf(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

function hashOf(name: string): string {
  return digestOf(name).slice(0, 32);
}
