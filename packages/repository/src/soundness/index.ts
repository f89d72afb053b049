/** API for checking stores: whether they are intact, and whose they are. */
export { folderIdentity } from "../machine/folder-identity.js";
export { findForeignness } from "./foreign-ledger.js";
export type { Verdict } from "./probe.js";
export { condemnStore, examineStore, indexerLease, type Suspicion } from "./sound-store.js";
