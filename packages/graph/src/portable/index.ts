/** Export and import of versions as files. A separate module, loaded only by exports and imports. */
export { exportTables } from "./export-version.js";
export { PortableImport } from "./import-version.js";
export { encodePortable } from "./portable-file.js";
