/** Reasons why a file is indexed or not: data and sentences. Knows no disk and no ledger. */
import {
  type ConfigPlace,
  type Exclusion,
  IGNORE_SETTING,
  type OwnConfig,
  type RuleOrigin,
  type SkipReason,
  SOURCE_EXTENSIONS,
  skipReasonOf,
} from "@sdl/indexer";
import { maskedFailedReason } from "../../faults.js";

/** Reasons besides those of skipped files. */
type OtherReason =
  /** Indexed with its current content. */
  | "indexed"
  /** No symbols of its own: linking reads it. */
  | "configuration"
  /** In the index with an older content. */
  | "changed"
  /** Not looked at since it came. */
  | "new"
  /** In the index, gone from the disk. */
  | "deleted"
  | "ignored"
  | "built-in"
  | "no-language"
  | "language-off"
  /** Extraction failed. */
  | "failed"
  | "link"
  | "missing"
  | "outside"
  | "folder";

/** The explanation of one path. */
export interface FileReason {
  /** Repo-relative; outside of the root, the path as requested. */
  readonly path: string;
  /** Whether queries find the file, perhaps with an older content. */
  readonly indexed: boolean;
  readonly reason: OtherReason | SkipReason;
  /** The reason as a sentence. */
  readonly text: string;
  /** What to do about it; absent if nothing. */
  readonly advice?: string;
  /** The excluded folder that contains the path. */
  readonly folder?: string;
  /** The deciding ignore rule, or the glob of the repository's configuration; `source` is absent for the repository's setting `ignore`. */
  readonly rule?: { readonly source?: string; readonly line: number; readonly text: string };
  /** Target of a link. */
  readonly target?: string;
  readonly language?: string;
  readonly symbols?: number;
  readonly syntaxErrors?: number;
  readonly sizeBytes?: number;
  readonly maxFileBytes?: number;
  /** For a folder: number of files below it by reason. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** A {@link FileReason} without its path. */
export type Reason = Omit<FileReason, "path">;

/** File extensions as text: `.ts .js .py`. */
const SUPPORTED = SOURCE_EXTENSIONS.map((extension) => `.${extension}`).join(" ");

/** Advice to index again. */
export const REFRESH = "sdl index";

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  "too-large": "it is larger than the limit",
  binary: "it is binary: it has NUL or other non-text bytes",
  undecodable: "it is neither UTF-8 nor in an encoding that it declares",
  minified: "it is minified: its lines are too long to have been written by hand",
  "symlink-outside": "it is a link that leads out of the repository",
  "symlink-loop": "it is a link that leads back to itself or to a folder around it",
  "symlink-dangling": "it is a link to a file that does not exist",
  "not-regular": "it is a pipe, a socket or a device",
  unreadable: "it cannot be read",
  "bad-name": "its name is not UTF-8, or other systems read it as another path",
  "broken-notebook": "it is no notebook: its JSON does not parse, or holds no cells",
  "notebook-language": "its cells are in another language than Python",
  "nested-worktree": "it is a second working tree of a repository",
  "output-directory": "it is a folder of generated output",
};

const SKIP_ADVICE: Readonly<Partial<Record<SkipReason, string>>> = {
  "too-large": "sdl tool repo.register: raise maxFileBytes",
  unreadable: "make it readable, then: sdl index",
  "output-directory": 're-include it with a rule in .gitignore, such as "!build/"',
};

const PACKAGES_ADVICE = 'if it is source, name its whole path: sdl index --ignore "!packages/node_modules"';

/** The reason for a path that discovery excluded. */
export function describeExclusion(why: Exclusion): Reason {
  switch (why.kind) {
    case "rule":
      return {
        indexed: false,
        reason: "ignored",
        text: `it is ignored by ${describeRule(why.rule)}`,
        rule: ruleOf(why.rule),
      };
    case "built-in":
      return {
        indexed: false,
        reason: "built-in",
        text: `the name ${why.name} is on the built-in list of what is left out`,
        ...(why.name === "node_modules" ? { advice: PACKAGES_ADVICE } : {}),
      };
    case "no-language":
      return {
        indexed: false,
        reason: "no-language",
        text: `its name ends in none of ${SUPPORTED}`,
      };
    case "language-off":
      return {
        indexed: false,
        reason: "language-off",
        ...(why.by === undefined
          ? {
              text: `it is ${why.language}, which the repository's setting languages leaves out`,
              advice: "sdl tool repo.register: change languages",
            }
          : {
              text: `it is ${why.language}, which languages leaves out in ${placeText(why.by)}`,
              advice: `name ${why.language} there`,
            }),
        language: why.language,
      };
    case "link":
      return {
        indexed: false,
        reason: "link",
        text: `it is a link to ${why.target}, which is not indexed`,
        advice: `sdl why ${why.target}`,
        target: why.target,
      };
    case "failed":
      return describeSkip(maskedFailedReason(why.error));
    case "skipped":
      return describeSkip(why.reason, why.detail);
  }
}

/** The reason for a skipped file. @param written as discovery returns it, or as an index records it */
export function describeSkip(written: string, detail: Extract<Exclusion, { kind: "skipped" }>["detail"] = {}): Reason {
  const reason = skipReasonOf(written) ?? written;
  // Extraction says in words what failed.
  if (!isSkipReason(reason))
    return { indexed: false, reason: "failed", text: `reading it ${reason}`, advice: "sdl doctor" };
  const { mark, by, ...sizes } = detail;
  const { sizeBytes, maxFileBytes } = sizes;
  const extent = sizeBytes === undefined ? "" : `: ${sizeBytes} of ${maxFileBytes} bytes`;
  const told = mark === undefined ? "" : ` (told by ${mark})`;
  const limited = by === undefined ? "" : `, by maxFileBytes in ${placeText(by)}`;
  const advice = by === undefined ? SKIP_ADVICE[reason] : "raise maxFileBytes there, or remove it";
  return {
    indexed: false,
    reason,
    text: `${SKIPPED[reason]}${extent}${limited}${told}`,
    ...(advice === undefined ? {} : { advice }),
    ...sizes,
  };
}

/** Marks that the repository's configuration gives an indexed file, as text; "" for most files. */
export function describeMarks(config: OwnConfig, path: string): string {
  const said = MARKS.flatMap(([key, words]) => {
    const rule = config[key].findFor(path);
    return rule === undefined ? [] : [`; ${words} by ${describeRule(rule)}`];
  });
  return said.join("");
}

const MARKS = [
  ["tests", "test code"],
  ["generated", "generated"],
  ["entryPoints", "an entry point"],
] as const;

function placeText({ source, line }: ConfigPlace): string {
  return `${source}, line ${line}`;
}

function isSkipReason(reason: string): reason is SkipReason {
  return Object.hasOwn(SKIPPED, reason);
}

function describeRule({ source, line, text }: RuleOrigin): string {
  if (source === IGNORE_SETTING) return `the repository's setting ignore, entry ${line}: ${text}`;
  return `${source}, line ${line}: ${text}`;
}

function ruleOf({ source, line, text }: RuleOrigin): NonNullable<FileReason["rule"]> {
  return source === IGNORE_SETTING ? { line, text } : { source, line, text };
}
