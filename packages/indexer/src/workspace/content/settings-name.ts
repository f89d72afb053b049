/** Names of configuration files that code reads. Reads nothing. */

/** Matches data files, which may hold settings under any name. */
const DATA_NAME = /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/i;
const SETTINGS_NAME =
  /^(?:[\w-]+[._-])?(?:settings?|configs?|configuration|conf|env|environment|defaults?|options)(?:[._-][\w-]+)?\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/i;

/** Whether a file with this path may hold settings. */
export function isSettingsData(path: string): boolean {
  return DATA_NAME.test(path);
}

/** Whether a file name is conventional for configuration: `config.json`, `app.config.yaml`, `settings-test.toml`. */
export function isSettingsName(name: string): boolean {
  return SETTINGS_NAME.test(name);
}
