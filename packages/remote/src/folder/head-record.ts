/** Record of a head in a file: a line of JSON, then the SHA-256 of that line, which tells damage from content. */
import { createHash } from "node:crypto";
import { isPageId } from "../pages/page.js";
import type { PageId } from "../store.js";

/** Where a head was moved. */
export interface HeadRecord {
  readonly repository: string;
  readonly name: string;
  /** `undefined`: the head was removed. */
  readonly manifest: PageId | undefined;
  /** Random; tells one swap from another that moves the head to the same manifest. */
  readonly swap: string;
}

/** The text of a record's file. */
export function encodeHeadRecord({ repository, name, manifest, swap }: HeadRecord): string {
  const line = JSON.stringify({ format: 1, repository, name, manifest: manifest ?? null, swap });
  return `${line}\n${digestOf(line)}\n`;
}

/** The record of a file; `undefined` if it is damaged. */
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
