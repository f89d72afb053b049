/**
 * Format of trace files: `@ OWNER/NAME COMMIT` states the indexed commit for the following traces, `= OWNER/NAME#ISSUE`
 * begins a trace, and `-> path#Qualified.name` before the trace's lines names an expected function.
 */

export interface RecordedTrace {
  /** The issue that the trace was copied from. */
  readonly issue: string;
  /** Expected functions as `path#Qualified.name`, at least one. */
  readonly expected: readonly string[];
  readonly text: string;
}

/** Recorded traces of one commit. */
export interface TraceGroup {
  readonly repository: string;
  readonly commit: string;
  readonly traces: readonly RecordedTrace[];
}

/** Parses a trace file. @throws {Error} for a trace before the first commit, or without an expected function */
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
