/** Pull: publishes a remote's version in an index, so that the refresh that follows reads only what differs. */
import type { Ledger } from "@sdl/graph";
import { isGeneratedFile } from "../discovery/file-rules.js";
import type { BlobIndex } from "../git/blob-index.js";
import { isNewerProducer, isOwnProducer } from "../refresh/producer.js";
import { type Choice, findHead } from "./find-version.js";
import type { PullResult } from "./remote-place.js";
import {
  type RemoteVersion,
  readImagedVersion,
  readImageOwner,
  readVersion,
  readVersionParts,
} from "./remote-version.js";
import type { Contents } from "./version-pages.js";

/** Where to pull from, and into which index. */
export interface PullTask extends Omit<Choice, "indexed"> {
  readonly ledger: Ledger;
  readonly blobs: BlobIndex;
  readonly nowMs: number;
}

/** Pulls the nearest version. @throws {RemoteError} @throws {GraphError} as `Ledger.importParts` */
export async function pullVersion(task: PullTask): Promise<PullResult> {
  const { store, repository, ledger, nowMs } = task;
  const indexed = new Set([...ledger.versions()].flatMap(({ commit }) => commit ?? []));
  const head = await findHead({ ...task, indexed });
  if (head === undefined) return nothing(`${store.place} has no version of ${repository} that fits`);
  if ("indexed" in head) return { status: "current", commit: head.indexed };
  const version = await readVersion(store, head.manifest);
  const reason = unfitReason(version.contents);
  if (reason !== undefined) return nothing(reason);
  const { commit } = version.contents;
  const owner = ledger.latestVersion() === undefined ? await readImageOwner(store, version) : undefined;
  if (owner === undefined) await ledger.importParts(await readVersionParts(store, version), { nowMs });
  else await importImaged(task, version, owner);
  const files = await noteBlobs(task, commit);
  return { status: "pulled", commit, distance: head.distance, files };
}

/** Begins an empty ledger with an image, then publishes what differs. */
async function importImaged({ store, ledger, nowMs }: PullTask, version: RemoteVersion, owner: RemoteVersion) {
  const { image, difference } = await readImagedVersion(store, version, owner);
  await ledger.importImage(image, { nowMs });
  if (difference === undefined) return;
  const { parts, replaced } = difference;
  await ledger.importParts(parts, { nowMs, replaced });
}

function nothing(reason: string): PullResult {
  return { status: "nothing", reason };
}

/** Why a version cannot be used: facts of another program would all be extracted again. */
function unfitReason({ age, producer }: Contents): string | undefined {
  if (age === "same" && isOwnProducer(producer)) return undefined;
  const isNewer = age === "newer" || isNewerProducer(producer);
  return isNewer
    ? "a newer version of this program pushed the index; update this program"
    : "an older version of this program pushed the index; push it with this one";
}

/**
 * Notes which blob each file's facts are of, as extraction does: so the refresh compares unchanged files by git's index,
 * and knows the commit that the index is of.
 * @returns number of files of the index
 */
async function noteBlobs({ ledger, commits, blobs }: PullTask, commit: string | undefined): Promise<number> {
  const tree = commit === undefined ? new Map<string, string>() : ((await commits.blobs(commit)) ?? new Map());
  const snapshot = ledger.snapshot();
  try {
    const entries = [...snapshot.fileEntries()];
    blobs.add(
      entries.flatMap(({ path, language, factsKey, flags, stat }) => {
        const blob = tree.get(path);
        if (blob === undefined || language === "config") return [];
        return [{ blob, path, language, factsKey, isGenerated: isGeneratedFile(flags), sizeBytes: stat.sizeBytes }];
      }),
    );
    return entries.length;
  } finally {
    snapshot.close();
  }
}
