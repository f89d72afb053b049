/** Pull: publishes a remote's version in an index, so that the refresh that follows reads only what differs. */
import type { Ledger } from "@sdl/graph";
import type { PageId } from "@sdl/remote";
import { isGeneratedFile } from "../discovery/file-rules.js";
import type { BlobIndex } from "../git/blob-index.js";
import { isNewerProducer, isOwnProducer } from "../refresh/producer.js";
import type { FetchOutcome } from "../refresh/separate/refresh-messages.js";
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
  const fetched = await fetchVersion({ store, ledger, nowMs }, head.manifest);
  if ("reason" in fetched) return nothing(fetched.reason);
  await noteBlobs(task, fetched.commit);
  return { status: "pulled", distance: head.distance, ...fetched };
}

/** Where a version is fetched from, and into which index. */
type FetchTask = Pick<PullTask, "store" | "ledger" | "nowMs">;

/**
 * Publishes the version of a manifest in an index.
 * @returns the version, or why it cannot be used
 * @throws {RemoteError} @throws {GraphError} as `Ledger.importParts`
 */
export async function fetchVersion(task: FetchTask, manifest: PageId): Promise<FetchOutcome> {
  const { store, ledger, nowMs } = task;
  const version = await readVersion(store, manifest);
  const { contents } = version;
  const reason = unfitReason(contents);
  if (reason !== undefined) return { reason };
  const owner = ledger.latestVersion() === undefined ? await readImageOwner(store, version) : undefined;
  if (owner === undefined) await ledger.importParts(await readVersionParts(store, version), { nowMs });
  else await importImaged(task, version, owner);
  return { commit: contents.commit, files: countFiles(ledger) };
}

/** Begins an empty ledger with an image, then publishes what differs. The version's own id follows from `nowMs` either way. */
async function importImaged({ store, ledger, nowMs }: FetchTask, version: RemoteVersion, owner: RemoteVersion) {
  const { image, difference } = await readImagedVersion(store, version, owner);
  await ledger.importImage(image, { nowMs: difference === undefined ? nowMs : nowMs - 1 });
  if (difference === undefined) return;
  const { parts, replaced } = difference;
  await ledger.importParts(parts, { nowMs, replaced });
}

function countFiles(ledger: Ledger): number {
  const snapshot = ledger.snapshot();
  try {
    return [...snapshot.fileEntries()].length;
  } finally {
    snapshot.close();
  }
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
 */
async function noteBlobs({ ledger, commits, blobs }: PullTask, commit: string | undefined): Promise<void> {
  const tree = commit === undefined ? undefined : await commits.blobs(commit);
  if (tree === undefined) return;
  const snapshot = ledger.snapshot();
  try {
    blobs.add(
      [...snapshot.fileEntries()].flatMap(({ path, language, factsKey, flags, stat }) => {
        const blob = tree.get(path);
        if (blob === undefined || language === "config") return [];
        return [{ blob, path, language, factsKey, isGenerated: isGeneratedFile(flags), sizeBytes: stat.sizeBytes }];
      }),
    );
  } finally {
    snapshot.close();
  }
}
