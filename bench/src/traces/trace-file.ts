/**
 * The form of the files of traces: `@ OWNER/NAME COMMIT` says which commit is indexed for the traces below it, `= OWNER/NAME#ISSUE` begins a trace, and
 * `-> path#Qualified.name` before its lines names a function that counts as right.
 */

export interface RecordedTrace {
  /** The issue that it comes from. */
  readonly issue: string;
  /** `path#Qualified.name`, one at least. */
  readonly expected: readonly string[];
  readonly text: string;
}

/** Traces that are asked of one commit. */
export interface TraceGroup {
  readonly repository: string;
  readonly commit: string;
  readonly traces: readonly RecordedTrace[];
}

/** @throws {Error} for a trace before the first commit, or one that expects nothing */
export function parseTraceFile(text: string): TraceGroup[] {
  return text
    .split(/^@ /m)
    .slice(1)
    .map((group) => {
      const [head = "", ...traces] = group.split(/^= /m);
      const [repository = "", commit = ""] = head.trim().split(" ");
      return { repository, commit, traces: traces.map(parseTrace) };
    });
}

function parseTrace(block: string): RecordedTrace {
  const [issue = "", ...lines] = block.trimEnd().split("\n");
  const expected = lines.filter((line) => line.startsWith("-> ")).map((line) => line.slice(3));
  if (expected.length === 0) throw new Error(`${issue}: no line "-> path#name" says what is expected`);
  return { issue, expected, text: lines.filter((line) => !line.startsWith("-> ")).join("\n") };
}
