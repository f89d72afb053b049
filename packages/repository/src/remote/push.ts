/** Push: writes the pages of a version that the remote lacks, then moves its heads there. */
import type { VersionParts } from "@sdl/graph";
import { encodeManifest, type Page, type PageId, pageOf, type RemoteStore } from "@sdl/remote";
import { MAIN_BRANCHES } from "../git/main-branches.js";
import { isNewerProducer } from "../refresh/producer.js";
import { chooseImage } from "./choose-image.js";
import { findHead } from "./find-version.js";
import { branchHead, commitHead, moveHead, type VersionNames } from "./heads.js";
import type { LocalCommits } from "./local-commits.js";
import { ifReadable } from "./readable.js";
import type { PushResult } from "./remote-place.js";
import { readVersion } from "./remote-version.js";
import { isDefaultBranch } from "./version-names.js";
import { type Contents, encodeContents, listPages, packVersion } from "./version-pages.js";

/** Where and what to push. */
export interface PushTask {
  readonly store: RemoteStore;
  /** Name of the repository at the remote. */
  readonly repository: string;
  readonly parts: VersionParts;
  /** Makes the image of the same version; called if no version that was pushed before has one that fits. `undefined`: none can be made. */
  readonly makeImage: () => Promise<Uint8Array | undefined>;
  readonly commit: string;
  /** The branch whose head is moved; `undefined` for none. */
  readonly branch: string | undefined;
  readonly commits: LocalCommits;
  /** For searches over repositories. */
  readonly names: VersionNames;
}

/** Pushes a version. A push that ends early leaves nothing that a reader sees. @throws {RemoteError} */
export async function pushVersion(task: PushTask): Promise<PushResult> {
  const { store, repository, commit, branch, commits } = task;
  const { pages, manifest } = await packPushed(task);
  const missing = new Set(await store.missingPages(pages.map(({ id }) => id)));
  const fresh = pages.filter(({ id }) => missing.has(id));
  await store.putPages(fresh);
  const contentsOf = async (current: PageId) => (await ifReadable(() => readVersion(store, current)))?.contents;
  await moveHead(store, {
    ...{ repository, name: commitHead(commit), manifest },
    isReplaced: async (current) => !isOfNewer(await contentsOf(current)),
  });
  const isBranchMoved =
    branch !== undefined &&
    (await moveHead(store, {
      ...{ repository, name: branchHead(branch), manifest },
      names: (await isDefaultBranch(store, repository, branch)) ? task.names : undefined,
      isReplaced: async (current) => !(await isLater(commits, (await contentsOf(current))?.commit, commit)),
    }));
  const bytes = (list: readonly Page[]) => list.reduce((sum, page) => sum + page.bytes.length, 0);
  return {
    ...{ commit, branch, isBranchMoved, pages: pages.length, newPages: fresh.length },
    ...{ bytes: bytes(pages), newBytes: bytes(fresh) },
  };
}

/** A version to push. */
interface PackedVersion {
  /** The pages that are made here, the manifest included; not those of an image that was pushed before. */
  readonly pages: readonly Page[];
  readonly manifest: PageId;
}

async function packPushed({ store, parts, makeImage, ...task }: PushTask): Promise<PackedVersion> {
  const { files, inputs, facts } = packVersion(parts);
  const made = [files, inputs, facts].map((pages) => pages.map(pageOf));
  const [fileIds = [], inputIds = [], factIds = []] = made.map((pages) => pages.map(({ id }) => id));
  const near = await findNear({ store, ...task });
  const chosen = await chooseImage({ store, own: [...fileIds, ...inputIds, ...factIds], near, makeImage });
  const sections = { files: fileIds, inputs: inputIds, facts: factIds, image: chosen.image, base: chosen.base };
  const contents = pageOf(encodeContents(parts.head, sections));
  const manifest = pageOf(encodeManifest([contents.id, ...listPages(sections)]));
  const pages = [contents, ...made.flat(), ...chosen.fresh, manifest];
  return { pages, manifest: manifest.id };
}

/** The pushed version of which the image may fit. */
async function findNear(
  task: Pick<PushTask, "store" | "repository" | "commits" | "branch">,
): Promise<PageId | undefined> {
  const branches = task.branch === undefined ? MAIN_BRANCHES : [task.branch, ...MAIN_BRANCHES];
  const found = await findHead({ ...task, branches, indexed: new Set() });
  return found === undefined || "indexed" in found ? undefined : found.manifest;
}

/** Whether a pushed commit comes after ours. One that this clone does not know does not: the branch was rewritten. */
async function isLater(commits: LocalCommits, pushed: string | undefined, ours: string): Promise<boolean> {
  return pushed !== undefined && pushed !== ours && commits.isAncestor(ours, pushed);
}

function isOfNewer(contents: Contents | undefined): boolean {
  return contents?.age === "newer" || isNewerProducer(contents?.producer ?? "");
}
