/** What is wrong with a repository's configuration, in words. */

/** What is wrong with a configuration, and what to do. */
export interface ConfigFinding {
  /** `sdl.config.json` or `package.json`. */
  readonly source: string;
  /** From 1; absent where it is about the file. */
  readonly line?: number | undefined;
  /** `ignore`, `tests[2]`, `sdl.languages`; absent where it is about the file. */
  readonly key?: string | undefined;
  /** Goes on from the key, or the file: `is no glob`. */
  readonly problem: string;
  readonly advice: string;
}

/** `sdl.config.json, line 3: ignore[0] "!dist/" brings files back …; remove the entry`. */
export function configFindingText(finding: ConfigFinding): string {
  return `${configFaultText(finding)}; ${finding.advice}`;
}

/** Without the advice. */
export function configFaultText({ source, line, key, problem }: ConfigFinding): string {
  const place = line === undefined ? source : `${source}, line ${line}`;
  return `${place}${key === undefined ? "" : `: ${key}`} ${problem}`;
}
