/** Asks for the context of a stack trace, as a client does, and looks where the function that it ends in stands. */
import { type Engine, runAction } from "@sdl/engine";
import type { LedgerSnapshot } from "@sdl/graph";
import type { SymbolHandle } from "@sdl/model";
import type { RecordedTrace } from "./trace-file.js";

/** Number of first symbols among which the right one counts as found. */
const FIRST = 5;

export interface TraceResult {
  readonly issue: string;
  /** `gone`: the commit has no such function. `silent`: nothing was found, and the answer does not say so. */
  readonly outcome: "found" | "missed" | "gone" | "silent";
  /** For people: what was expected, and what the answer begins with. */
  readonly note: string;
}

interface SentSlice {
  readonly slice: {
    readonly cards?: readonly { readonly file: string; readonly name: string; readonly line: number }[];
  };
  readonly warnings?: readonly string[];
}

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

/** @param place `path#Qualified.name` */
function findPlace(graph: LedgerSnapshot, place: string): SymbolHandle | undefined {
  const [path = "", name = ""] = place.split("#");
  return graph.fileSymbols(path).find((symbol) => graph.symbol(symbol).qualifiedName === name);
}
