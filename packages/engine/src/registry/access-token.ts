/**
 * The secret by which network clients authenticate: created once, stored in the user's SDL home, readable only by the user. A client with the token
 * may use all actions that the user's servers offer.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { makeFolder } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { describeRefusal, errorCode, placeOwnFile, readOwnFile, statOwnFile } from "@sdl/repository";

/** The token with its file. */
export interface AccessToken {
  readonly token: string;
  readonly path: string;
  /** Whether this call created the token. */
  readonly isNew: boolean;
}

const FILE = "http-token";
const MODE = 0o600;
const TOKEN_BYTES = 32;
const MAX_BYTES = 4096;
/** Characters that an HTTP header can contain, and a length that cannot be guessed. */
const TOKEN = /^[A-Za-z0-9._~+/-]{32,512}=*$/;

/** Reads the token of this home, or creates one. @throws {SdlError} `policy_denied` if others may read the file, or it contains no token */
export function loadAccessToken(home: string): AccessToken {
  const path = join(home, FILE);
  const isNew = statOwnFile(path) === undefined && createToken(path, home);
  try {
    requirePrivate(path);
    const token = readOwnFile(path, MAX_BYTES).toString("utf8").trim();
    if (TOKEN.test(token)) return { token, path, isNew };
  } catch (error) {
    throw explainAccessError(error, path);
  }
  throw new SdlError(
    "policy_denied",
    `${path} contains no token of at least 32 letters and digits; delete the file, and a new one will be created`,
  );
}

/** @returns false if another process created the file first */
function createToken(path: string, home: string): boolean {
  try {
    makeFolder(home);
    placeOwnFile(path, `${randomBytes(TOKEN_BYTES).toString("base64url")}\n`, { mode: MODE, isDurable: true });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw explainAccessError(error, path);
  }
}

/** Checks the file's mode. Not on Windows, which has no such modes: a user's folders are private by default. */
function requirePrivate(path: string): void {
  const mode = statOwnFile(path)?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  const seen = (mode & 0o777).toString(8);
  throw new SdlError(
    "policy_denied",
    `${path} has mode ${seen}, so others may have read it; delete the file, and a new one will be created`,
  );
}

function explainAccessError(error: unknown, path: string): unknown {
  return error instanceof SdlError ? error : (describeRefusal(error, path) ?? error);
}
