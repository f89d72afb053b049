/** Linking API: facts to links, the targets of each file's references, bases and imports. */
export { changedConfigLookups, changedLookups, outdatedLookups } from "./changes.js";
export { addNamedSettings, bindSettings, type SettingsFile } from "./edges/bind-settings.js";
export { type FileImport, importedModules } from "./imported-modules.js";
export { linkFile } from "./link-file.js";
export { createLinkSession, type LinkSession, type StateChange } from "./link-session.js";
export { readConfigText } from "./modules/read-config-text.js";
export { WorkLimitError } from "./recorder.js";
export { type ReferenceSite, referenceSites } from "./reference-sites.js";
export { LINKER_VERSION } from "./version.js";
