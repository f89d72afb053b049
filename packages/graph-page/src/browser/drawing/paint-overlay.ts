/**
 * Painter of the upper canvas: what is chosen or pointed at, above the faded picture. Few elements, so that a click is
 * answered at once in pictures of any size.
 */

import type { GraphNode } from "../picture/graph.js";
import type { Highlight, HighlightedEdge } from "../picture/highlight.js";
import { compareByImportance } from "../picture/search.js";
import type { State } from "../picture/store.js";
import { clusterLetters, shortName } from "../picture/words.js";
import { reachedColour } from "./colours.js";
import { drawLabels, type Label, placeLabels } from "./labels.js";
import { cutToWidth, drawRing, drawTextInNode, nodeColour, type Painting, traceEdge, UNSURE } from "./paint-base.js";
import { traceShape } from "./shapes.js";
import type { View } from "./view.js";

/** Limit of nodes that are enlarged to hold a number; more would cover each other. */
const MOST_ENLARGED = 300;
/** Limit of names beside highlighted nodes. */
const MOST_LABELS = 60;

/** Paints the upper canvas. @param highlight absent if nothing is chosen */
export function paintOverlay(painting: Painting, state: State, highlight: Highlight | undefined): void {
  const { scene } = painting;
  paintHeadings(painting);
  if (highlight !== undefined) paintHighlight(painting, state, highlight);
  if (state.active === undefined || !scene.isVisible(state.active)) return;
  paintPointed(painting, scene.graph.node(state.active), highlight === undefined);
}

function paintHighlight(painting: Painting, state: State, highlight: Highlight): void {
  const { context, scene, view, palette } = painting;
  paintEdges(painting, highlight);
  const nodes = [...highlight.nodes.keys()]
    .filter((node) => scene.isVisible(node))
    .map((node) => scene.graph.node(node));
  const smallest = state.cluster === undefined && nodes.length <= MOST_ENLARGED ? 5 : 0;
  const looks = nodes.map((node) =>
    lookOfNode(painting, node, { smallest, depth: state.blast?.get(node.number) ?? 0 }),
  );
  paintNodes(painting, looks);
  if (state.chosen !== undefined) paintChosen(painting, scene.graph.node(state.chosen));
  const ordered = [...nodes].sort(
    (a, b) => Number(b.number === state.chosen) - Number(a.number === state.chosen) || compareByImportance(a, b),
  );
  const labels = ordered.map((node) => makeLabel(node, view, node.number === state.chosen));
  drawLabels(context, placeLabels(context, labels, { view, most: MOST_LABELS }), palette);
}

function paintChosen({ context, view, palette }: Painting, node: GraphNode): void {
  const [x, y, r] = [view.x(node.x), view.y(node.y), Math.max(view.radiusInPoints(node), 5)];
  for (const more of [3.5, 6.5]) drawRing(context, { x, y, r: r + more }, palette.chosen);
}

interface NodeLook {
  readonly node: GraphNode;
  readonly r: number;
  readonly colour: string;
  readonly sign: string | undefined;
}

/** @param depth steps from the chosen symbol in its blast radius, else 0 */
function lookOfNode(
  { scene, view, palette }: Painting,
  node: GraphNode,
  { smallest, depth }: { readonly smallest: number; readonly depth: number },
): NodeLook {
  const r = Math.max(view.radiusInPoints(node), smallest);
  const isLarge = r >= 6.5 || (depth > 0 && r >= 5);
  return {
    ...{ node, r },
    colour: depth > 0 ? reachedColour(palette, depth) : nodeColour(palette, scene.data.subject, node),
    sign: isLarge ? (depth > 0 ? String(depth) : clusterLetters(node.cluster)) : undefined,
  };
}

function paintNodes({ context, view, palette }: Painting, looks: readonly NodeLook[]): void {
  const paths = new Map<string, Path2D>();
  for (const { node, r, colour } of looks) {
    const path = paths.get(colour) ?? new Path2D();
    paths.set(colour, path);
    traceShape(path, node.kind, { x: view.x(node.x), y: view.y(node.y), r });
  }
  context.strokeStyle = palette.ground;
  context.lineWidth = 1;
  for (const [colour, path] of paths) {
    context.fillStyle = colour;
    context.fill(path);
    context.stroke(path);
  }
  for (const { node, r, sign } of looks)
    drawTextInNode(context, sign, { x: view.x(node.x), y: view.y(node.y), r, colour: palette.onNode });
}

function makeLabel(node: GraphNode, view: View, isChosen: boolean): Label {
  const place = { x: view.x(node.x), y: view.y(node.y), radius: view.radiusInPoints(node) + (isChosen ? 7 : 0) };
  return { text: shortName(node), ...place, isStrong: isChosen, isForced: isChosen };
}

/** Above this number of edges none has an arrow: the numbers on nodes show the direction. */
const MOST_ARROWS = 150;

/** Paints edges. Edges of the same look are stroked together, because a large picture has thousands. */
function paintEdges(painting: Painting, { edges }: Highlight): void {
  const { context, scene, view } = painting;
  const areMany = edges.length > MOST_ARROWS;
  const isBent = scene.islands.length === 0;
  let run: { readonly key: string; readonly look: EdgeLook; readonly path: Path2D } | undefined;
  for (const one of edges) {
    const [from, to] = [scene.graph.node(one.edge.from), scene.graph.node(one.edge.to)];
    if (!scene.isVisible(from.number) || !scene.isVisible(to.number)) continue;
    const look = edgeLook(painting, one, areMany);
    const key = `${look.colour} ${look.alpha} ${look.isDashed}`;
    if (run?.key !== key) {
      strokeRun(context, run);
      run = { key, look, path: new Path2D() };
    }
    traceEdge(run.path, view, { from, to, isBent });
    if (one.role !== "cluster" && !areMany) drawArrow(context, view, { from, to, isBent, colour: look.colour });
  }
  strokeRun(context, run);
}

function strokeRun(
  context: CanvasRenderingContext2D,
  run: { readonly look: EdgeLook; readonly path: Path2D } | undefined,
): void {
  if (run === undefined) return;
  const { colour, width, alpha, isDashed } = run.look;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.globalAlpha = alpha;
  context.setLineDash(isDashed ? [4, 4] : []);
  context.stroke(run.path);
  context.setLineDash([]);
  context.globalAlpha = 1;
}

interface EdgeLook {
  readonly colour: string;
  readonly width: number;
  readonly alpha: number;
  readonly isDashed: boolean;
}

/** The look of an edge: strong near the chosen symbol, weaker but visible far from it. */
function edgeLook({ palette }: Painting, { edge, role, depth }: HighlightedEdge, areMany: boolean): EdgeLook {
  // Among many edges, dashes would be invisible and slow.
  const isDashed = edge.confidence < UNSURE && !areMany;
  if (role === "cluster") return { colour: palette.edge, width: 1, alpha: 0.5, isDashed };
  const [width, alpha] = areMany ? [1, 0.55] : [1.6, 0.85];
  if (role !== "step") return { colour: role === "in" ? palette.caller : palette.callee, width, alpha, isDashed };
  return {
    colour: reachedColour(palette, depth),
    width: Math.max(0.7, width / depth ** 0.5),
    alpha: Math.max(0.1, alpha / depth ** 0.6),
    isDashed,
  };
}

interface Arrow {
  readonly from: GraphNode;
  readonly to: GraphNode;
  /** Curved edges arrive horizontally. */
  readonly isBent: boolean;
  readonly colour: string;
}

const ARROW = 7;

function drawArrow(context: CanvasRenderingContext2D, view: View, { from, to, isBent, colour }: Arrow): void {
  const [ax, ay, bx, by] = [view.x(from.x), view.y(from.y), view.x(to.x), view.y(to.y)];
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return;
  const isLevel = isBent && Math.abs(bx - ax) >= 1;
  const [ux, uy] = isLevel ? [Math.sign(bx - ax), 0] : [(bx - ax) / length, (by - ay) / length];
  const away = Math.max(view.radiusInPoints(to), 5) + 1;
  const [tx, ty] = [bx - ux * away, by - uy * away];
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(tx, ty);
  context.lineTo(tx - ux * ARROW - uy * ARROW * 0.5, ty - uy * ARROW + ux * ARROW * 0.5);
  context.lineTo(tx - ux * ARROW + uy * ARROW * 0.5, ty - uy * ARROW - ux * ARROW * 0.5);
  context.closePath();
  context.fill();
}

function paintPointed({ context, view, palette }: Painting, node: GraphNode, hasEdges: boolean): void {
  const [x, y, r] = [view.x(node.x), view.y(node.y), view.radiusInPoints(node)];
  drawRing(context, { x, y, r: r + (hasEdges ? 3 : 9) }, palette.text);
  const label: Label = { text: shortName(node), x, y, radius: r + 6, isStrong: true, isForced: true };
  drawLabels(context, placeLabels(context, [label], { view, most: 1 }), palette);
}

/** Paints headings of columns. They stay valid whatever is chosen, so they are not faded. */
function paintHeadings({ context, scene, view, palette }: Painting): void {
  const { headings } = scene.data;
  headings.forEach(([text, x, y], i) => {
    const next = headings[i + 1];
    const left = view.x(x) - 8;
    const end = next === undefined ? view.size.width : view.x(next[1]) - 10;
    const shown = cutToWidth(context, text, end - left - 8);
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = palette.faint;
    context.fillText(shown, left, view.y(y));
  });
}
