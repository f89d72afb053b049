/** What code reads of configuration files and of the environment. */
export { configOutline, isOutlined, keptConfigText } from "./config-text.js";
export type { Outline } from "./key-list.js";
export { outlineOf } from "./outline.js";
export { settingsFacts, settingsKey } from "./settings-page.js";
