/** Names of configuration files that code reads. Reads nothing. */

/** Matches data files, which may hold settings under any name. */
const DATA = /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/i;
const NAMED =
  /^(?:[\w-]+[._-])?(?:settings?|configs?|configuration|conf|env|environment|defaults?|options)(?:[._-][\w-]+)?\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/i;

/** Whether a file with this path may hold settings. */
export function isSettingsData(path: string): boolean {
  return DATA.test(path);
}

/** Whether a file name is conventional for configuration: `config.json`, `app.config.yaml`, `settings-test.toml`. */
export function isSettingsName(name: string): boolean {
  return NAMED.test(name);
}
