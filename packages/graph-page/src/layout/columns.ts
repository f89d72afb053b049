/**
 * Column layout: nodes by their distance from the picture's start. For a symbol, its users are at the left and what it
 * uses at the right. For a change, changed symbols are at the left and affected ones at the right, step by step. A long
 * column continues in another one beside it.
 */
import type { GraphPicture } from "@sdl/model/graph";
import type { Relations } from "../picture/relations.js";
import { type Heading, type Layout, nodeRadius, type PicturePoint, roundToTenths } from "./layout.js";

/** Distance between nodes of a column: fits a line of text. Wide pictures get more, up to the largest. */
const ROW = 40;
const LARGEST_ROW = 100;
/** Aspect ratio of a stage: height divided by width. */
const ASPECT = 0.6;
/** Distance between columns; fits a name. */
const COLUMN = 280;
/** Distance between parts of one column. */
const PART = 255;
const MOST_ROWS = 26;
/** Distance of nodes that are connected with no start: the last column. */
const UNCONNECTED = Number.POSITIVE_INFINITY;

/** Computes the column layout of a valid picture. */
export function layOutColumns(picture: GraphPicture, relations: Relations): Layout {
  const { nodes } = picture;
  const steps = picture.subject === "delta" ? changeSteps(picture, relations) : signedSteps(picture, relations);
  const columns = new Map<number, number[]>();
  steps.forEach((step, node) => {
    columns.set(step, [...(columns.get(step) ?? []), node]);
  });
  const places: PicturePoint[] = nodes.map(() => ({ x: 0, y: 0 }));
  const headings: Heading[] = [];
  const order = [...columns.keys()].sort((a, b) => a - b);
  // From the start outwards: each column is ordered by the one before.
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
      places[node] = { x: roundToTenths(x), y: roundToTenths(((i % height) - (inPart - 1) / 2) * row) };
    });
    headings.push({ text: columnHeading(picture, step, column.length), x: roundToTenths(first), y: 0 });
  }
  const top = Math.min(0, ...places.map(({ y }) => y)) - ROW * 1.6;
  return {
    places,
    radii: nodes.map(({ fanIn }) => Math.max(6.5, Math.min(13, nodeRadius(fanIn)))),
    islands: [],
    headings: headings.map((heading) => ({ ...heading, y: roundToTenths(top) })),
  };
}

/** Height of a row: few rows beside many columns are spaced wider. */
function rowHeight(columns: readonly { readonly parts: number; readonly height: number }[]): number {
  const width = columns.reduce((sum, { parts }) => sum + COLUMN + (parts - 1) * PART, 0);
  const most = Math.max(1, ...columns.map(({ height }) => height));
  return Math.min(LARGEST_ROW, Math.max(ROW, (width * ASPECT) / most));
}

interface Ordering {
  readonly relations: Relations;
  /** Row by node, for columns that are ordered already. */
  readonly rows: Map<number, number>;
}

/** Orders a column by the mean row of each node's neighbours, then by cluster and number. */
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

/** Distance to the start by node: negative for users, positive for what the start uses. */
function signedSteps({ nodes }: GraphPicture, { outgoing, incoming }: Relations): readonly number[] {
  const starts = nodes.flatMap(({ seed }, i) => (seed === true ? [i] : []));
  const towards = walkSteps(starts, incoming);
  const away = walkSteps(starts, outgoing);
  return nodes.map((_, node) => {
    const [before, after] = [towards.get(node), away.get(node)];
    if (before === undefined && after === undefined) return UNCONNECTED;
    if (before !== undefined && (after === undefined || before <= after)) return -before + 0;
    return after ?? 0;
  });
}

/** Distance from the change by node: as the comparison says, else by steps over edges. */
function changeSteps({ nodes }: GraphPicture, { incoming }: Relations): readonly number[] {
  const changed = nodes.flatMap(({ change }, i) => (change === undefined ? [] : [i]));
  const reached = walkSteps(changed, incoming);
  return nodes.map(({ change, effect }, node) =>
    change !== undefined ? 0 : (effect?.distance ?? reached.get(node) ?? UNCONNECTED),
  );
}

function walkSteps(starts: readonly number[], neighbours: Relations["outgoing"]): ReadonlyMap<number, number> {
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

function columnHeading({ subject, nodes }: GraphPicture, step: number, count: number): string {
  if (step === UNCONNECTED) return `Not connected: ${count}`;
  if (subject === "delta") {
    if (step === 0) return `Changed: ${count}`;
    // The distinguishing part comes first: narrow columns cut the end.
    return `${step} ${step === 1 ? "step" : "steps"} away: ${count}`;
  }
  if (step === 0) return nodes.filter(({ seed }) => seed === true).length === 1 ? "The symbol" : "Where it starts";
  const distance = Math.abs(step) === 1 ? "" : ` in ${Math.abs(step)} steps`;
  return `${step < 0 ? "Uses it" : "Used by it"}${distance}: ${count}`;
}
