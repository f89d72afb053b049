/**
 * Nodes in columns by their steps from where the picture starts. Of a symbol: those that use it on the left, those that it uses on the right. Of a
 * change: the changed on the left, what it may reach on the right, step by step. A long column goes on in a second one beside it.
 */
import type { GraphPicture } from "@sdl/model/graph";
import type { Relations } from "../picture/relations.js";
import { type Heading, type Layout, type Place, radiusOf, rounded } from "./layout.js";

/** Between nodes of a column: a line of text fits. A wide picture has more, as much as it has room for. */
const ROW = 40;
const LARGEST_ROW = 100;
/** Of a stage: height by width. */
const ASPECT = 0.6;
/** Between columns; a name fits. */
const COLUMN = 280;
/** Between parts of one column. */
const PART = 255;
const MOST_ROWS = 26;
/** Steps of what is in the picture and connected with no start: the last column. */
const UNCONNECTED = Number.POSITIVE_INFINITY;

export function layColumns(picture: GraphPicture, relations: Relations): Layout {
  const { nodes } = picture;
  const steps = picture.subject === "delta" ? changeSteps(picture, relations) : signedSteps(picture, relations);
  const columns = new Map<number, number[]>();
  steps.forEach((step, node) => {
    columns.set(step, [...(columns.get(step) ?? []), node]);
  });
  const places: Place[] = nodes.map(() => ({ x: 0, y: 0 }));
  const headings: Heading[] = [];
  const order = [...columns.keys()].sort((a, b) => a - b);
  // From the start outwards, so that each column is ordered by the one before.
  const outwards = [...order].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);
  const rows = new Map<number, number>();
  for (const step of outwards) orderColumn(columns.get(step) ?? [], picture, { relations, rows });
  const columnsAndRows = order.map((step) => {
    const count = columns.get(step)?.length ?? 0;
    const parts = Math.ceil(count / MOST_ROWS);
    return { step, parts, height: Math.ceil(count / parts) };
  });
  const row = rowHeight(columnsAndRows);
  let x = 0;
  for (const [place, { step, height }] of columnsAndRows.entries()) {
    const column = [...(columns.get(step) ?? [])].sort((a, b) => (rows.get(a) ?? 0) - (rows.get(b) ?? 0));
    if (place > 0) x += COLUMN;
    const first = x;
    column.forEach((node, i) => {
      x = first + Math.floor(i / height) * PART;
      const inPart = Math.min(height, column.length - Math.floor(i / height) * height);
      places[node] = { x: rounded(x), y: rounded(((i % height) - (inPart - 1) / 2) * row) };
    });
    headings.push({ text: headingOf(picture, step, column.length), x: rounded(first), y: 0 });
  }
  const top = Math.min(0, ...places.map(({ y }) => y)) - ROW * 1.6;
  return {
    places,
    radii: nodes.map(({ fanIn }) => Math.max(6.5, Math.min(13, radiusOf(fanIn)))),
    islands: [],
    headings: headings.map((heading) => ({ ...heading, y: rounded(top) })),
  };
}

/** Few rows beside many columns stand further apart. */
function rowHeight(columns: readonly { readonly parts: number; readonly height: number }[]): number {
  const width = columns.reduce((sum, { parts }) => sum + COLUMN + (parts - 1) * PART, 0);
  const most = Math.max(1, ...columns.map(({ height }) => height));
  return Math.min(LARGEST_ROW, Math.max(ROW, (width * ASPECT) / most));
}

interface Ordering {
  readonly relations: Relations;
  /** Row by node, of the columns that are ordered. */
  readonly rows: Map<number, number>;
}

/** By the middle of the rows of what each node is connected with, then by cluster and number. */
function orderColumn(column: readonly number[], { nodes }: GraphPicture, { relations, rows }: Ordering): void {
  const middle = new Map(
    column.map((node) => {
      const known = [...(relations.outgoing[node] ?? []), ...(relations.incoming[node] ?? [])].flatMap(
        (other) => rows.get(other) ?? [],
      );
      const sum = known.reduce((total, row) => total + row, 0);
      return [node, known.length === 0 ? 0 : sum / known.length];
    }),
  );
  const ordered = [...column].sort(
    (a, b) =>
      (middle.get(a) ?? 0) - (middle.get(b) ?? 0) || (nodes[a]?.cluster ?? 0) - (nodes[b]?.cluster ?? 0) || a - b,
  );
  ordered.forEach((node, i) => {
    rows.set(node, i - (ordered.length - 1) / 2);
  });
}

/** Steps to the start: below 0 for what leads to it, above 0 for what it leads to. */
function signedSteps({ nodes }: GraphPicture, { outgoing, incoming }: Relations): readonly number[] {
  const starts = nodes.flatMap(({ seed }, i) => (seed === true ? [i] : []));
  const towards = walk(starts, incoming);
  const away = walk(starts, outgoing);
  return nodes.map((_, node) => {
    const [before, after] = [towards.get(node), away.get(node)];
    if (before === undefined && after === undefined) return UNCONNECTED;
    if (before !== undefined && (after === undefined || before <= after)) return -before + 0;
    return after ?? 0;
  });
}

/** What the comparison said, else steps over edges. */
function changeSteps({ nodes }: GraphPicture, { incoming }: Relations): readonly number[] {
  const changed = nodes.flatMap(({ change }, i) => (change === undefined ? [] : [i]));
  const reached = walk(changed, incoming);
  return nodes.map(({ change, effect }, node) =>
    change !== undefined ? 0 : (effect?.distance ?? reached.get(node) ?? UNCONNECTED),
  );
}

function walk(starts: readonly number[], neighbours: Relations["outgoing"]): ReadonlyMap<number, number> {
  const steps = new Map(starts.map((start) => [start, 0]));
  const queue = [...starts];
  for (const node of queue) {
    for (const next of neighbours[node] ?? []) {
      if (steps.has(next)) continue;
      steps.set(next, (steps.get(node) ?? 0) + 1);
      queue.push(next);
    }
  }
  return steps;
}

function headingOf({ subject, nodes }: GraphPicture, step: number, count: number): string {
  if (step === UNCONNECTED) return `Not connected: ${count}`;
  if (subject === "delta") {
    if (step === 0) return `Changed: ${count}`;
    // What tells one from the other first: of narrow columns the end is left out.
    return `${step} ${step === 1 ? "step" : "steps"} away: ${count}`;
  }
  if (step === 0) return nodes.filter(({ seed }) => seed === true).length === 1 ? "The symbol" : "Where it starts";
  const distance = Math.abs(step) === 1 ? "" : ` in ${Math.abs(step)} steps`;
  return `${step < 0 ? "Uses it" : "Used by it"}${distance}: ${count}`;
}
