/** Content of a version's record: the difference between the draft and the version it began with, in a form that can be applied backwards. */
import { defined, type FileHandle, type SkippedFile } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import type { Head } from "../records/head.js";
import { type FileChange, type TextBefore, type VersionRecord, versionIdOf } from "../records/version-record.js";
import type { Draft } from "./draft.js";
import type { OutgoingChanges } from "./outgoing.js";

/** Further inputs of a version's record. */
interface VersionInputs extends Pick<VersionRecord, "configs" | "skipped"> {
  readonly options: { readonly commit?: string };
}

/** @param head head of the new version */
export function versionRecord(
  draft: Draft,
  head: Head,
  outgoing: OutgoingChanges,
  { options, configs, skipped }: VersionInputs,
): VersionRecord {
  const before = draft.reader.state.head;
  const isFirst = before.versionSeq === 0;
  const touched = new Set([...draft.changed.keys(), ...draft.removed, ...outgoing.sources.keys()]);
  const changes = isFirst ? [] : [...touched].map((file) => fileChange(draft, file));
  return {
    id: versionIdOf(head.versionMs),
    parent: isFirst ? undefined : versionIdOf(before.versionMs),
    parentSeq: before.versionSeq,
    seq: head.versionSeq,
    counts: { files: countSources(draft), symbols: head.symbolCount, edges: head.edgeCount },
    commit: options.commit,
    changes: changes.sort(byPath),
    configs: isFirst ? [] : configs,
    skipped: isFirst ? [] : skipped,
  };
}

/** Number of files that are read from the repository: all except settings files. */
function countSources(draft: Draft): number {
  let sources = draft.reader.state.files.sourceCount();
  for (const [file, { entry }] of draft.changed)
    if (draft.before(file) === undefined && entry.language !== "config") sources++;
  for (const file of draft.removed) if (draft.before(file)?.language !== "config") sources--;
  return sources;
}

function fileChange(draft: Draft, file: FileHandle): FileChange {
  const before = draft.before(file);
  const after = draft.entry(file);
  return {
    path: after?.path ?? before?.path ?? "",
    ...defined({
      before: before?.factsKey,
      after: after?.factsKey,
      // Flags of value 0 are omitted too.
      flagsBefore: before?.flags || undefined,
      flagsAfter: after?.flags || undefined,
    }),
  };
}

/** Files that became skipped or unskipped or whose reason changed, with the old reason; ordered by path. */
export function changedReasons(before: readonly SkippedFile[], after: readonly SkippedFile[]): TextBefore[] {
  const old = new Map(before.map(({ path, reason }) => [path, reason]));
  const now = new Map(after.map(({ path, reason }) => [path, reason]));
  const paths = new Set([...old.keys(), ...now.keys()]);
  const changed = [...paths].filter((path) => old.get(path) !== now.get(path));
  return changed.sort().map((path) => ({ path, before: old.get(path) }));
}
