/** Findings about a repository's configuration, as text. */

/** A problem in a configuration, and how to fix it. */
export interface ConfigFinding {
  /** `sdl.config.json` or `package.json`. */
  readonly source: string;
  /** Line, from 1; absent if the finding concerns the file. */
  readonly line?: number | undefined;
  /** `ignore`, `tests[2]`, `sdl.languages`; absent if the finding concerns the file. */
  readonly key?: string | undefined;
  /** Continues the sentence after the key or the file: `is no glob`. */
  readonly problem: string;
  readonly advice: string;
}

/** The finding with its advice: `sdl.config.json, line 3: ignore[0] "!dist/" re-includes files …; remove the entry`. */
export function configFindingText(finding: ConfigFinding): string {
  return `${configFaultText(finding)}; ${finding.advice}`;
}

/** The finding without its advice. */
export function configFaultText({ source, line, key, problem }: ConfigFinding): string {
  const place = line === undefined ? source : `${source}, line ${line}`;
  return `${place}${key === undefined ? "" : `: ${key}`} ${problem}`;
}
