/** Test helpers: derive layers from a graph written as text, and print the layers as text. */
import type { SymbolHandle } from "@sdl/model";
import { PROCESS_ROLES } from "@sdl/model/graph";
import { InMemoryGraph, parseGraphText } from "@sdl/model/in-memory";
import type { ConfigText } from "@sdl/model/paths";
import { deriveLayers, type Layers } from "../../src/derive/layers.js";
import type { DerivationSource, EntryFact } from "../../src/derive/source.js";
import { unpackTests } from "../../src/records/derived.js";
import { rowView } from "../../src/records/rows.js";

/** An entry fact whose owner is given as a path or `path#qualified.name`. */
interface EntrySpec extends Partial<Omit<EntryFact, "owner">> {
  readonly owner: string;
}

export interface Extras {
  readonly entries?: readonly EntrySpec[];
  readonly configs?: readonly ConfigText[];
}

export function layersOf(text: string, { entries = [], configs = [] }: Extras = {}): Layers {
  const graph = new InMemoryGraph(parseGraphText(text));
  const source: DerivationSource = {
    graph,
    entries: (path) =>
      entries
        .filter(({ owner }) => owner.split("#")[0] === path)
        .map(({ owner, kind = "route", text: label = "", handler, calls = [] }) => ({
          owner: symbolAt(graph, owner),
          kind,
          text: label,
          handler,
          calls,
        })),
    terms: () => ({ hashes: [], starts: [0], ordinals: [], frequencies: [] }),
    configs: () => configs,
  };
  return deriveLayers(source);
}

function symbolAt(graph: InMemoryGraph, place: string): SymbolHandle {
  const [path = "", name] = place.split("#");
  const found = graph
    .fileSymbols(path)
    .find((symbol) => name === undefined || graph.symbol(symbol).qualifiedName === name);
  if (found === undefined) throw new Error(`no symbol ${place}`);
  return found;
}

/** Lines `symbol <- test distance proximity; …`, ordered by symbol. */
export function testsText(layers: Layers): string {
  return bySymbol(layers, (number) =>
    unpackTests(rowView(layers.tests, number)).map(
      ({ test, distance, proximity }) => `${nameOf(layers, test)} d${distance} ${proximity.toFixed(2)}`,
    ),
  );
}

/** Each process: a line with its label, then lines of its members with role and depth. */
export function processesText(layers: Layers): string {
  const members = layers.processes.map(({ label }): string[] => [label]);
  for (const number of inOrder(layers)) {
    for (const word of rowView(layers.parts, number)) {
      const role = PROCESS_ROLES[(word >>> 8) & 3];
      members[word >>> 10]?.push(`  ${word & 0xff} ${role} ${nameOf(layers, number)}`);
    }
  }
  return members.flatMap(([label = "", ...parts]) => [label, ...parts.sort()]).join("\n");
}

/** Lines `label: members`, ordered by label. */
export function clustersText(layers: Layers): string {
  const { clusters, clusterOf } = layers;
  const numbers = inOrder(layers);
  return clusters
    .map(({ label, related }, cluster) => {
      const members = numbers.filter((number) => clusterOf[number] === cluster);
      const names = members.map((number) => layers.code.records[number]?.name).join(" ");
      const near =
        related.length === 0 ? "" : ` (related: ${related.map((other) => clusters[other]?.label).join("; ")})`;
      return `${label} = ${names}${near}`;
    })
    .sort()
    .join("\n");
}

function bySymbol(layers: Layers, values: (number: number) => readonly string[]): string {
  return inOrder(layers)
    .map((number) => ({ name: nameOf(layers, number), found: values(number) }))
    .filter(({ found }) => found.length > 0)
    .map(({ name, found }) => `${name} <- ${found.join("; ")}`)
    .join("\n");
}

/** Symbols ordered by file and position. */
function inOrder({ code }: Layers): number[] {
  return code.members.flatMap((members) => [...members]);
}

function nameOf({ code }: Layers, number: number): string {
  const record = code.records[number];
  return record === undefined ? "?" : record.kind === "module" ? record.file : record.qualifiedName;
}
