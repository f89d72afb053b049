/** Combination of a repository's configuration with the user's settings: each can exclude files, neither can include any. Pure. */
import type { Language } from "@sdl/model";
import { grammarsOf } from "@sdl/model/facts";
import type { ConfigPlace } from "../rule-origin.js";
import type { ConfigFinding } from "./config-finding.js";
import type { OwnConfig } from "./own-config.js";

/** Limits on the files that no rule ignores. */
export interface ReadLimits {
  /** Languages to index; `undefined` for all. */
  readonly languages: ReadonlySet<Language> | undefined;
  readonly maxFileBytes: number;
}

/** Result of {@link narrow}. */
export interface Narrowed {
  readonly limits: ReadLimits;
  /** The configuration, with a finding for each value that has no effect. */
  readonly config: OwnConfig;
}

/** Whether files of a language are indexed: of a container, files that may hold code in one of the languages. */
export function holdsLanguage(languages: ReadonlySet<Language> | undefined, language: Language): boolean {
  return languages === undefined || grammarsOf(language).some((inner) => languages.has(inner));
}

/** The languages that both name, and the lower limit. @param outer limits that apply whatever the repository configures */
export function narrow(config: OwnConfig, outer: ReadLimits): Narrowed {
  const limits = {
    languages: common(outer.languages, config.languages),
    maxFileBytes: Math.min(outer.maxFileBytes, config.maxFileBytes ?? outer.maxFileBytes),
  };
  const more = [...languageFindings(config, limits), ...sizeFindings(config, outer)];
  return { limits, config: more.length === 0 ? config : { ...config, findings: [...config.findings, ...more] } };
}

/** `{ by }` for an exclusion, if the configuration has the key. */
export function placeOf(
  { source, lines }: OwnConfig,
  key: "languages" | "maxFileBytes",
): { readonly by?: ConfigPlace } {
  const line = lines[key];
  return source === undefined || line === undefined ? {} : { by: { source, line } };
}

function common(
  one: ReadonlySet<Language> | undefined,
  other: ReadonlySet<Language> | undefined,
): ReadonlySet<Language> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return new Set([...one].filter((language) => other.has(language)));
}

function languageFindings(config: OwnConfig, { languages }: ReadLimits): ConfigFinding[] {
  if (languages?.size !== 0) return [];
  return findingAt(config, "languages", {
    problem: "names no language that the user's settings index: nothing is indexed",
    advice: "name one of theirs, or change the settings with sdl tool repo.register",
  });
}

function sizeFindings(config: OwnConfig, { maxFileBytes }: ReadLimits): ConfigFinding[] {
  if ((config.maxFileBytes ?? 0) <= maxFileBytes) return [];
  return findingAt(config, "maxFileBytes", {
    problem: `is ${config.maxFileBytes}, above the limit in force: ${maxFileBytes}`,
    advice: "write a lower number, or remove the key",
  });
}

function findingAt(
  config: OwnConfig,
  key: "languages" | "maxFileBytes",
  fault: Pick<ConfigFinding, "problem" | "advice">,
): ConfigFinding[] {
  const { by } = placeOf(config, key);
  return by === undefined ? [] : [{ ...by, key: `${config.prefix}${key}`, ...fault }];
}
