/**
 * Producer of an index: the versions of the extractor and the linker. An index of an older producer is extracted and
 * linked again, file by file. One of a newer producer is read but not changed, or two programs would rebuild all of it
 * in turns.
 */
import { EXTRACTOR_VERSION, LINKER_VERSION } from "@sdl/indexer";
import { SdlError } from "@sdl/model";

/** Producer name of this program. */
export const PRODUCER = `facts ${EXTRACTOR_VERSION} links ${LINKER_VERSION}`;

const FORM = /^facts (\d+(?:\.\d+)*) links (\d+)$/;

/**
 * Whether a newer program wrote the index; this program must not change it then. An unreadable name counts as newer.
 * @param producer "" without an index
 */
export function isNewerProducer(producer: string, own = PRODUCER): boolean {
  if (producer === "" || producer === own) return false;
  const [theirs, ours] = [FORM.exec(producer), FORM.exec(own)];
  if (theirs === null || ours === null) return true;
  return theirs.slice(1).some((version, i) => compareVersions(version, ours[i + 1] ?? "") > 0);
}

function compareVersions(one: string, other: string): number {
  const [these, those] = [one, other].map((version) => version.split(".").map(Number)) as [number[], number[]];
  const at = these.findIndex((part, i) => part !== (those[i] ?? 0));
  return at < 0 ? these.length - those.length : (these[at] ?? 0) - (those[at] ?? 0);
}

/** Whether this program, or one that makes the same facts and links, wrote an index. */
export function isOwnProducer(producer: string): boolean {
  return producer === PRODUCER;
}

/** Describes a newer producer, for warnings. */
export function describeNewer(producer: string): string {
  return `a newer program made the index (${producer}; this one: ${PRODUCER}): it is read but not updated`;
}

/** The error of a refresh. @param count number of files that differ from the index */
export function newerIndex(producer: string, count: number): SdlError {
  const message = `${describeNewer(producer)}; ${count} files have changed since. Update this program, or rebuild the index with: sdl index --full`;
  return new SdlError("policy_denied", message);
}
