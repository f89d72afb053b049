/** Version of this installation, which all packages of SDL share. */
import { readFileSync } from "node:fs";
import { SdlError } from "@sdl/model";

/** Version if the manifest cannot be read. */
const UNKNOWN = "0.0.0";

/** Read at start: later, another version may have replaced the files, while this process runs the old code. */
const OWN = readVersion();

/** The version of the running program. */
export function sdlVersion(): string {
  return OWN;
}

/**
 * Text about a process of another version, for messages. @param version of its program, if known @returns "" if it is
 * this program's version
 */
export function describeOtherVersion(version: string | undefined): string {
  return version === undefined || version === OWN ? "" : ` (sdl ${version}; this program is sdl ${OWN})`;
}

/** Why this program must not start threads or processes: its files belong to another version now; `undefined` while they are its own. */
export function replacementReason(): string | undefined {
  const now = readVersion();
  if (now === OWN) return undefined;
  const what = now === UNKNOWN ? "its files are gone or being replaced" : `it was replaced by sdl ${now}`;
  return `sdl ${OWN} runs here, but ${what}; start this program again (a server: reconnect its client)`;
}

/** Throws if the files were replaced. @throws {SdlError} `busy`, see {@link replacementReason} */
export function requireOwnFiles(): void {
  const why = replacementReason();
  if (why !== undefined) throw new SdlError("busy", why);
}

/** The manifest is one folder above this module, in the sources and in the published package. */
function readVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      readonly version?: unknown;
    };
    return typeof version === "string" ? version : UNKNOWN;
  } catch {
    return UNKNOWN; // It is being replaced.
  }
}
