/** What code reads of configuration files and of the environment. */
export { configOutline, isOutlined, keptConfigText } from "./config-text.js";
export { settingsFacts, settingsKey } from "./settings-page.js";
