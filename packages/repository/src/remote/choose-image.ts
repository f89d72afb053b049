/**
 * Choice of the image that a pushed version brings or names. An image is as large as half of the other pages together,
 * and an edit changes all of it: so a version names that of a version that was pushed before and is near, and brings its
 * own only if there is none.
 */
import { type Page, type PageId, pageOf, type RemoteStore } from "@sdl/remote";
import { ifReadable } from "./readable.js";
import { readImageOwner, readVersion } from "./remote-version.js";
import { packImage, type Sections } from "./version-pages.js";

/** The share of a version's pages up to which it may differ from the version whose image it names. */
const MAX_DIFFERENCE = 1 / 3;

/** The image's sections of a version, and the pages that are to be put. */
export interface ChosenImage extends Pick<Sections<PageId>, "image" | "base"> {
  readonly fresh: readonly Page[];
}

/** What decides the choice. */
export interface ImageChoice {
  readonly store: RemoteStore;
  /** Pages of the version's parts. */
  readonly own: readonly PageId[];
  /** Manifest of a version that may be near. */
  readonly near: PageId | undefined;
  /** @returns `undefined` if none can be made */
  readonly makeImage: () => Promise<Uint8Array | undefined>;
}

/** Finds the image of a near version, or makes one. Without either, the version has none. @throws {RemoteError} */
export async function chooseImage(choice: ImageChoice): Promise<ChosenImage> {
  const named = await findNearImage(choice);
  if (named !== undefined) return { ...named, fresh: [] };
  const image = await choice.makeImage();
  const fresh = image === undefined ? [] : packImage(image).map(pageOf);
  return { image: fresh.map(({ id }) => id), base: [], fresh };
}

async function findNearImage({ store, own, near }: ImageChoice): Promise<Omit<ChosenImage, "fresh"> | undefined> {
  const owner = near === undefined ? undefined : await ifReadable(() => imageOwnerOf(store, near));
  if (owner === undefined) return undefined;
  const { image, files, inputs, facts } = owner.sections;
  const ownIds = new Set(own);
  const theirs = [...files, ...inputs, ...facts];
  const gone = theirs.filter((id) => !ownIds.has(id)).length;
  const isEqual = gone === 0 && theirs.length === own.length;
  if (Math.max(gone, own.length - (theirs.length - gone)) > own.length * MAX_DIFFERENCE) return undefined;
  const base = isEqual ? [] : [owner.manifest, ...owner.pages.filter((id) => !ownIds.has(id))];
  const needed = isEqual ? image : base;
  return (await store.missingPages(needed)).length > 0 ? undefined : { image: isEqual ? image : [], base };
}

async function imageOwnerOf(store: RemoteStore, manifest: PageId) {
  return readImageOwner(store, await readVersion(store, manifest));
}
