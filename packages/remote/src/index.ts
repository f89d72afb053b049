/** Public API: a team's page store, in a folder, in PostgreSQL or in an S3-compatible bucket. */
export { RemoteError, type RemoteErrorCode } from "./errors.js";
export { type OpenOptions, openRemote, shownPlace } from "./open-remote.js";
export { decodeManifest, encodeManifest } from "./pages/manifest.js";
export { isPageId, pageIdOf, pageOf, parsePageId } from "./pages/page.js";
export {
  type Collected,
  type CollectOptions,
  GRACE_MS,
  type Head,
  MAX_PAGE_BYTES,
  type NamedVersion,
  type Page,
  type PageId,
  type RemoteStore,
} from "./store.js";
export type { FileNames, FoundNames, NameQuery, SymbolName } from "./store-names.js";
