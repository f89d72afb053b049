/** The version of this installation. All packages of SDL carry the same one. */
import { readFileSync } from "node:fs";

let known: string | undefined;

export function sdlVersion(): string {
  known ??= readVersion();
  return known;
}

/** The manifest lies one folder above this module, in the sources as in what is published. */
function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  return typeof version === "string" ? version : "0.0.0";
}
