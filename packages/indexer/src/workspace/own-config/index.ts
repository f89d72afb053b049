/** API of a repository's own configuration file. */

export { type ConfigFinding, configFaultText, configFindingText } from "./config-finding.js";
export { CONFIG_FILE, configSchema, MANIFEST_FILE, MAX_CONFIG_FILE_BYTES } from "./config-keys.js";
export { holdsLanguage, narrow, placeOf, type ReadLimits } from "./narrow.js";
export {
  CONFIG_SOURCES,
  type FileMarker,
  makeFileMarker,
  NO_CONFIG,
  type OwnConfig,
  readOwnConfig,
  UNREAD_CONFIG,
} from "./own-config.js";
