/** Which files are configuration that code reads, by name. Knows names; refuses to read. */

/** Files that hold settings as data, whatever they are called. */
const DATA = /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/i;
const NAMED =
  /^(?:[\w-]+[._-])?(?:settings?|configs?|configuration|conf|env|environment|defaults?|options)(?:[._-][\w-]+)?\.(?:jsonc?|json5|ya?ml|toml|ini|cfg)$/i;

/** Whether a file of that path can hold settings. */
export function isSettingsData(path: string): boolean {
  return DATA.test(path);
}

/** Whether a file of that name is configuration by custom: `config.json`, `app.config.yaml`, `settings-test.toml`. */
export function isSettingsName(name: string): boolean {
  return NAMED.test(name);
}
