/**
 * Requests the context of a recorded stack trace, as a client does, and finds the rank of the function in which the
 * trace ends.
 */
import { type Engine, runAction } from "@sdl/engine";
import type { LedgerSnapshot } from "@sdl/graph";
import type { SymbolHandle } from "@sdl/model";
import type { RecordedTrace } from "./trace-file.js";

/** Number of first symbols that count as found. */
const FIRST = 5;

/** Whether a slice built from a stack trace contains the function that the issue was about. */
export interface TraceResult {
  readonly issue: string;
  /**
   * `gone`: the commit has no such function. `silent`: the function was not found, and the answer does not state that.
   */
  readonly outcome: "found" | "missed" | "gone" | "silent";
  /** For people: the expected function, and the beginning of the answer. */
  readonly note: string;
}

interface SentSlice {
  readonly slice: {
    readonly cards?: readonly { readonly file: string; readonly name: string; readonly line: number }[];
  };
  readonly warnings?: readonly string[];
}

/** Builds a slice from a recorded trace, and looks for the expected functions among its first cards. */
export async function judgeTrace(engine: Engine, graph: LedgerSnapshot, trace: RecordedTrace): Promise<TraceResult> {
  const { issue, expected, text } = trace;
  const right = expected.flatMap((place) => findPlace(graph, place) ?? []);
  const args = { stackTrace: text, wireFormat: "standard", fresh: false };
  const { slice, warnings = [] } = (await runAction("sdl.slice.build", args, { engine })) as unknown as SentSlice;
  const cards = (slice.cards ?? []).slice(0, FIRST);
  const shown = cards.map(({ file, name, line }) => `${file}:${line} ${name}`);
  const note = [`expected ${expected.join(" or ")}`, ...shown, ...warnings].join("\n    ");
  if (right.length === 0)
    return { issue, outcome: cards.length === 0 && warnings.length === 0 ? "silent" : "gone", note };
  const isFound = cards.some(({ file, line, name }) =>
    right.some((symbol) => {
      const record = graph.symbol(symbol);
      return record.file === file && record.line === line && [record.name, record.qualifiedName].includes(name);
    }),
  );
  return { issue, outcome: isFound ? "found" : "missed", note };
}

/** Finds a symbol. @param place `path#Qualified.name` */
function findPlace(graph: LedgerSnapshot, place: string): SymbolHandle | undefined {
  const [path = "", name = ""] = place.split("#");
  return graph.fileSymbols(path).find((symbol) => graph.symbol(symbol).qualifiedName === name);
}
