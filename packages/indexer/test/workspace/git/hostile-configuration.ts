/**
 * Random git configurations that run a program: settings, attributes, hooks and included files, in every place that git
 * reads. Uses git's own setting names; names of drivers, aliases, remotes and files are drawn.
 */
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";

/** Commands that the product runs, and commands that a user would run. */
const COMMANDS = ["rev-list", "merge-base", "cat-file", "ls-tree", "diff-tree", "log", "show", "status", "diff"];
const HOOKS = [
  "post-checkout",
  "reference-transaction",
  "post-index-change",
  "fsmonitor-watchman",
  "pre-auto-gc",
  "post-rewrite",
];
const DRIVER_NAMES = ["evil", "ts", "default", "*", "a b", "__proto__"];

/** A setting; `SCRIPT` stands for the program that writes the canary file. */
interface Setting {
  readonly key: string;
  readonly value: string;
}

const driver = fc.constantFrom(...DRIVER_NAMES);
const command = fc.constantFrom(...COMMANDS);
const program = fc.constantFrom("SCRIPT", "SCRIPT %O %A %B", "sh -c SCRIPT", "!SCRIPT");

const keyOfProgram = fc.oneof(
  fc
    .constantFrom(
      "fsmonitor",
      "pager",
      "editor",
      "sshCommand",
      "askPass",
      "alternateRefsCommand",
      "gitProxy",
      "notesRef",
    )
    .map((name) => `core.${name}`),
  fc.tuple(driver, fc.constantFrom("command", "textconv")).map(([name, part]) => `diff.${name}.${part}`),
  fc.tuple(driver, fc.constantFrom("clean", "smudge", "process")).map(([name, part]) => `filter.${name}.${part}`),
  driver.map((name) => `merge.${name}.driver`),
  command.map((name) => `pager.${name}`),
  command.map((name) => `alias.${name}`),
  fc.constantFrom(
    "gpg.program",
    "gpg.ssh.program",
    "gpg.x509.program",
    "diff.external",
    "credential.helper",
    "uploadpack.packObjectsHook",
  ),
  fc.constantFrom(
    "submodule.evil.update",
    "remote.evil.receivepack",
    "remote.evil.uploadpack",
    "sendpack.sideband",
    "trailer.evil.command",
  ),
);

const otherSetting: fc.Arbitrary<Setting> = fc
  .constantFrom(
    ["log.showSignature", "true"],
    ["log.mailmap", "true"],
    ["mailmap.file", "/etc/passwd"],
    ["core.hooksPath", "HOOKS"],
    ["core.worktree", "/"],
    ["core.bare", "true"],
    ["core.attributesFile", "ATTRIBUTES"],
    ["core.excludesFile", "/etc/passwd"],
    ["core.commitGraph", "true"],
    ["core.repositoryFormatVersion", "99"],
    ["core.quotePath", "true"],
    ["core.precomposeUnicode", "true"],
    ["core.splitIndex", "true"],
    ["extensions.partialClone", "evil"],
    ["extensions.unknown", "true"],
    ["extensions.worktreeConfig", "true"],
    ["remote.evil.promisor", "true"],
    ["remote.evil.url", "ext::SCRIPT"],
    ["remote.evil.partialclonefilter", "blob:none"],
    ["url.ext::SCRIPT.insteadOf", "https://"],
    ["protocol.allow", "always"],
    ["protocol.ext.allow", "always"],
    ["diff.renames", "false"],
    ["diff.noprefix", "true"],
    ["diff.orderFile", "/dev/zero"],
    ["log.diffMerges", "on"],
    ["color.ui", "always"],
    ["i18n.logOutputEncoding", "UTF-16"],
    ["gc.auto", "1"],
    ["maintenance.auto", "true"],
    ["include.path", "."],
    ["filter.evil.required", "true"],
  )
  .map(([key = "", value = ""]) => ({ key, value }));

const setting: fc.Arbitrary<Setting> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ key: keyOfProgram, value: program }) },
  { weight: 2, arbitrary: otherSetting },
);

/** Place of settings: in the repository's own file, the worktree's, or an included one, under a condition or through others. */
const settingsPlace = fc.constantFrom("config", "config.worktree", "include", "includeIf", "include-chain");
const attributesPlace = fc.constantFrom(
  ".gitattributes",
  "src/.gitattributes",
  ".git/info/attributes",
  "attributes-file",
);
const attributes = fc.record({
  place: attributesPlace,
  line: fc
    .tuple(fc.constantFrom("*", "*.ts", "**/*", "a.ts"), driver, driver, driver)
    .map(([pattern, diff, filter, merge]) => `${pattern} diff=${diff} filter=${filter} merge=${merge}\n`),
});

/** A configuration to plant. */
export interface HostileConfiguration {
  readonly settings: readonly { readonly place: string; readonly settings: readonly Setting[] }[];
  readonly attributes: readonly { readonly place: string; readonly line: string }[];
  readonly hooks: readonly string[];
  /** Text appended to a file of the git directory, as damage. */
  readonly rubbish: readonly { readonly file: string; readonly text: string }[];
}

/** Random hostile configurations. */
export const hostileConfiguration: fc.Arbitrary<HostileConfiguration> = fc.record({
  settings: fc.array(fc.record({ place: settingsPlace, settings: fc.array(setting, { minLength: 1, maxLength: 8 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  attributes: fc.array(attributes, { maxLength: 3 }),
  hooks: fc.subarray(HOOKS),
  rubbish: fc.array(
    fc.record({
      file: fc.constantFrom(
        "info/grafts",
        "objects/info/commit-graph",
        "FETCH_HEAD",
        "index",
        "refs/replace/x",
        "logs/HEAD",
        "shallow.lock",
      ),
      text: fc.constantFrom("rubbish\n", "\0\0\0", "../../../etc/passwd\n"),
    }),
    { maxLength: 2 },
  ),
});

interface Folder {
  readonly root: string;
  /** File that the script creates. */
  readonly canary: string;
}

/** Writes a configuration into a repository. Every program that it names creates the canary file. */
export function plantConfiguration({ root, canary }: Folder, configuration: HostileConfiguration): void {
  const script = join(root, ".git", "evil.sh");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    appendFileSync(join(root, path), text);
  };
  writeFileSync(script, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
  chmodSync(script, 0o755);
  for (const hook of HOOKS) {
    mkdirSync(join(root, ".git/evil-hooks"), { recursive: true });
    writeFileSync(join(root, ".git/evil-hooks", hook), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 });
  }
  for (const hook of configuration.hooks) {
    write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${canary}'\n`);
    chmodSync(join(root, ".git/hooks", hook), 0o755);
  }
  const names = {
    SCRIPT: script,
    HOOKS: join(root, ".git/evil-hooks"),
    ATTRIBUTES: join(root, ".git/attributes-file"),
  };
  for (const [at, { place, settings }] of configuration.settings.entries()) {
    const text = settings.map((one) => settingText(one, names)).join("");
    if (place === "config" || place === "config.worktree") {
      write(`.git/${place}`, text);
      continue;
    }
    write(`.git/included-${at}`, text);
    write(`.git/chain-${at}`, `[include]\n\tpath = included-${at}\n`);
    const condition = place === "includeIf" ? `includeIf "gitdir:${root}/"` : "include";
    write(".git/config", `[${condition}]\n\tpath = ${place === "include-chain" ? "chain" : "included"}-${at}\n`);
  }
  for (const { place, line } of configuration.attributes) {
    write(place === "attributes-file" ? ".git/attributes-file" : place, line);
  }
  for (const { file, text } of configuration.rubbish) write(`.git/${file}`, text);
}

/** One setting as a section of its own: `[section "name"]`, then the last part of the key. */
function settingText({ key, value }: Setting, names: Readonly<Record<string, string>>): string {
  const fill = (text: string): string => text.replace(/SCRIPT|HOOKS|ATTRIBUTES/g, (name) => names[name] ?? name);
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  const name = fill(key.slice(first + 1, Math.max(first + 1, last)));
  const section = last > first ? `${key.slice(0, first)} "${name}"` : key.slice(0, first);
  return `[${section}]\n\t${key.slice(last + 1)} = "${fill(value).replaceAll('"', '\\"')}"\n`;
}
