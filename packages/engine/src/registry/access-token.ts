/**
 * The secret by which clients that reach this program over a network prove who they are: made once, kept in the user's home of SDL, readable by the
 * user alone. Whoever has it may do what the user's servers offer.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { describeRefusal, errorCode, placeOwnFile, readOwnFile, statOwnFile } from "@sdl/repository";

export interface AccessToken {
  readonly token: string;
  readonly path: string;
  /** Whether this call made it. */
  readonly isNew: boolean;
}

const FILE = "http-token";
const MODE = 0o600;
const TOKEN_BYTES = 32;
const MAX_BYTES = 4096;
/** What a header can carry, and long enough not to be guessed. */
const TOKEN = /^[A-Za-z0-9._~+/-]{32,512}=*$/;

/** Reads the token of this home, or makes one. @throws {SdlError} `policy_denied` for a file that others may read, or that holds none */
export function accessToken(home: string): AccessToken {
  const path = join(home, FILE);
  const isNew = statOwnFile(path) === undefined && place(path, home);
  try {
    requirePrivate(path);
    const token = readOwnFile(path, MAX_BYTES).toString("utf8").trim();
    if (TOKEN.test(token)) return { token, path, isNew };
  } catch (error) {
    throw refused(error, path);
  }
  throw new SdlError(
    "policy_denied",
    `${path} holds no token of at least 32 letters and digits; delete it, and a new one is made`,
  );
}

/** @returns false where another process was quicker */
function place(path: string, home: string): boolean {
  try {
    makeFolder(home);
    placeOwnFile(path, `${randomBytes(TOKEN_BYTES).toString("base64url")}\n`, { mode: MODE, isDurable: true });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw refused(error, path);
  }
}

/** Windows has no such modes: the user's folders are the user's. */
function requirePrivate(path: string): void {
  const mode = statOwnFile(path)?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  const seen = (mode & 0o777).toString(8);
  throw new SdlError(
    "policy_denied",
    `${path} has mode ${seen}, so others may have read it; delete it, and a new one is made`,
  );
}

function refused(error: unknown, path: string): unknown {
  return error instanceof SdlError ? error : (describeRefusal(error, path) ?? error);
}
