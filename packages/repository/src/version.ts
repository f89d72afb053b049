/** The version of this installation. All packages of SDL carry the same one. */
import { readFileSync } from "node:fs";
import { SdlError } from "@sdl/model";

/** Of a manifest that cannot be read. */
const UNKNOWN = "0.0.0";

/** Read at once: later another version may lie in this one's place, whose code this process does not run. */
const OWN = readVersion();

export function sdlVersion(): string {
  return OWN;
}

/** For messages about a process of another version. @param version its program's, where it is known @returns "" where it is this program's */
export function otherProgram(version: string | undefined): string {
  return version === undefined || version === OWN ? "" : ` (sdl ${version}; this program is sdl ${OWN})`;
}

/** Why no thread or process of this program may be started: its files are another version's by now; `undefined` while they are its own. */
export function whyReplaced(): string | undefined {
  const now = readVersion();
  if (now === OWN) return undefined;
  const what = now === UNKNOWN ? "its files are gone or being replaced" : `it was replaced by sdl ${now}`;
  return `sdl ${OWN} runs here, but ${what}; start this program again (a server: reconnect its client)`;
}

/** @throws {SdlError} `busy`, see {@link whyReplaced} */
export function requireOwnFiles(): void {
  const why = whyReplaced();
  if (why !== undefined) throw new SdlError("busy", why);
}

/** The manifest lies one folder above this module, in the sources as in what is published. */
function readVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      readonly version?: unknown;
    };
    return typeof version === "string" ? version : UNKNOWN;
  } catch {
    return UNKNOWN; // it is being replaced
  }
}
