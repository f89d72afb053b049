/** Export and import of versions: as files, and as parts for a remote. A separate module, loaded only by exports and imports. */
export { exportTables } from "./export-version.js";
export { encodeImage } from "./image.js";
export { PortableImport } from "./import-version.js";
export { encodePortable } from "./portable-file.js";
export { decodeParts, encodeParts, readPaths } from "./version-parts.js";
export { publishContent, writeFacts } from "./write-version.js";
