/** Texts of the reasons for skipping a file: a class of `SKIP_CLASSES`, then the details. */
import type { SkipReason } from "./discovery.js";

const TEXTS: Readonly<Record<SkipReason, string>> = {
  "too-large": "too large",
  binary: "binary",
  undecodable: "undecodable: neither UTF-8 nor an encoding that it declares",
  minified: "minified",
  "symlink-outside": "ignored: link out of the repository",
  "symlink-loop": "ignored: link loop",
  "symlink-dangling": "ignored: link to nothing",
  "not-regular": "ignored: not a regular file",
  unreadable: "failed: cannot be read",
  "bad-name": "undecodable: its name",
  "broken-notebook": "undecodable: no notebook in JSON",
  "notebook-language": "ignored: a notebook in another language than Python",
  "nested-worktree": "ignored: another worktree",
  "output-directory": "ignored: output directory",
};

/** The reason of a text from {@link describeSkip}; `undefined` for other texts. */
export function skipReasonOf(text: string): SkipReason | undefined {
  const reasons = Object.keys(TEXTS) as SkipReason[];
  return reasons.find((reason) => TEXTS[reason] === text);
}

/** The text of a reason. */
export function describeSkip(reason: SkipReason): string {
  return TEXTS[reason];
}
