/** A place for a store, and what a test does to it behind the store's back. */

import { onTestFinished } from "vitest";
import type { Page, PageId } from "../../src/index.js";
import { encodeManifest, openRemote, pageOf, type RemoteStore } from "../../src/index.js";

export interface Place {
  readonly url: string;
  /** Changes a bit in the middle of a stored page. */
  damagePage(id: PageId): Promise<void>;
  /** Moves the times of all pages and heads into the past. */
  age(ms: number): Promise<void>;
}

/** A store at the place, closed when the test ends. */
export async function openAt(place: Place): Promise<RemoteStore> {
  const store = await openRemote(place.url, { create: true });
  onTestFinished(() => store.close());
  return store;
}

export function textPage(text: string): Page {
  return pageOf(new TextEncoder().encode(text));
}

export interface Version {
  readonly pages: readonly Page[];
  readonly manifest: Page;
}

/** A version of the given pages. */
export function versionOf(...texts: readonly string[]): Version {
  const pages = texts.map(textPage);
  return { pages, manifest: pageOf(encodeManifest(pages.map(({ id }) => id))) };
}

/** Puts a version's pages and its manifest. */
export async function putVersion(store: RemoteStore, { pages, manifest }: Version): Promise<PageId> {
  await store.putPages([...pages, manifest]);
  return manifest.id;
}
