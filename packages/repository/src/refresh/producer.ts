/**
 * What makes facts and links here. An index that an older program made is made anew, file by file: its facts and links may be others. One that a
 * newer program made is read and left alone, or two programs would make all of it anew in turns.
 */
import { EXTRACTOR_VERSION, LINKER_VERSION } from "@sdl/indexer";
import { SdlError } from "@sdl/model";

export const PRODUCER = `facts ${EXTRACTOR_VERSION} links ${LINKER_VERSION}`;

const FORM = /^facts (\d+(?:\.\d+)*) links (\d+)$/;

/** Whether a program made the index that this one must not undo. A name that this program cannot read is a later one's. @param producer "" where there is no index */
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

/** What is the case, for warnings. */
export function describeNewer(producer: string): string {
  return `a newer program made the index (${producer}; this one: ${PRODUCER}): it is read as it is, not brought up to date`;
}

/** @param count of files that are not as the index has them */
export function newerIndex(producer: string, count: number): SdlError {
  const message = `${describeNewer(producer)}; ${count} files have changed since. Update this program, or let it make the index anew with: sdl index --full`;
  return new SdlError("policy_denied", message);
}
