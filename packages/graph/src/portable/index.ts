/** Versions as files. A module of its own: only who exports or imports loads it. */
export { exportTables } from "./export-version.js";
export { PortableImport } from "./import-version.js";
export { encodePortable } from "./portable-file.js";
