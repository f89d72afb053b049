/** Orders that are independent of handles. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { byCodeUnits } from "@sdl/model/text";

/** Order by file, position (containers before their members) and id. */
export function compareByPosition(graph: SymbolGraph, a: SymbolHandle, b: SymbolHandle): number {
  const [one, other] = [graph.symbol(a), graph.symbol(b)];
  return (
    byCodeUnits(one.file, other.file) ||
    one.range.startLine - other.range.startLine ||
    one.range.startCol - other.range.startCol ||
    other.range.endLine - one.range.endLine ||
    other.range.endCol - one.range.endCol ||
    byCodeUnits(one.id, other.id)
  );
}
