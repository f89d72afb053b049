/** Record of the head that a cached index is of, in a file beside its store. */
import { join } from "node:path";
import { isPageId, type PageId } from "@sdl/remote";
import { readOwnFile, replaceOwnFile } from "../machine/own-file.js";

/** A head that was imported. */
export interface FollowedHead {
  /** `branch/main`, `commit/<sha>`. */
  readonly name: string;
  readonly manifest: PageId;
  /** When the head was moved there, in milliseconds since 1970 by the store's clock. */
  readonly movedAtMs: number;
  /** `undefined` if the version names none. */
  readonly commit: string | undefined;
}

const MAX_BYTES = 10_000;

/** Reads the record. @returns `undefined` if there is none that can be read: then the head is imported again */
export function readFollowed(directory: string): FollowedHead | undefined {
  try {
    const found: unknown = JSON.parse(readOwnFile(pathIn(directory), MAX_BYTES).toString("utf8"));
    return isFollowed(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isFollowed(value: unknown): value is FollowedHead {
  if (typeof value !== "object" || value === null) return false;
  const { name, manifest, movedAtMs, commit } = value as Partial<Record<keyof FollowedHead, unknown>>;
  const isNamed = typeof name === "string" && (commit === undefined || typeof commit === "string");
  return isNamed && typeof manifest === "string" && isPageId(manifest) && typeof movedAtMs === "number";
}

/** Writes the record. An interrupted write leaves the previous one. */
export function writeFollowed(directory: string, followed: FollowedHead): void {
  replaceOwnFile(pathIn(directory), `${JSON.stringify(followed)}\n`);
}

function pathIn(directory: string): string {
  return join(directory, "head.json");
}
