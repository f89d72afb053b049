/** Settings API: the configuration keys and environment variables that code reads. */
export { configOutline, isOutlined, keptConfigText } from "./config-text.js";
export type { Outline } from "./key-list.js";
export { parseOutline } from "./outline.js";
export { settingsFacts, settingsKey } from "./settings-page.js";
