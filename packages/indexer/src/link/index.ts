/** Facts to links: what each file's references, bases and imports lead to. */
export { changedConfigLookups, changedLookups, type FileView } from "./changes.js";
export { createLinkSession, linkFile, type LinkSession } from "./link-file.js";
