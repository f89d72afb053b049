/** Facts to links: what each file's references, bases and imports lead to. */
export { changedConfigLookups, changedLookups, type FileView } from "./changes.js";
export { createLinkSession, type LinkSession, linkFile } from "./link-file.js";
