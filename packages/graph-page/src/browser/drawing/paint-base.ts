/**
 * Painter of the lower canvas: islands, bands, edges, nodes and names. Runs when the camera moves or a filter changes,
 * not when something is chosen.
 */

import type { GraphEdge, GraphNode } from "../picture/graph.js";
import { compareByImportance } from "../picture/search.js";
import type { State } from "../picture/store.js";
import { COLUMN_LABEL, clusterLetters, shortenLabel, shortName } from "../picture/words.js";
import { clusterColour, type Palette, reachedColour } from "./colours.js";
import { doOverlap, drawLabels, type Label, labelFont, placeLabels } from "./labels.js";
import type { Island, Scene } from "./scene.js";
import { traceShape } from "./shapes.js";
import type { Box, View } from "./view.js";

/** Canvas, scene, view and colours that painters use. */
export interface Painting {
  readonly context: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly view: View;
  readonly palette: Palette;
}

/** Limit of node names. */
const MOST_LABELS = 70;

/** Paints the lower canvas in the given state. */
export function paintBase(painting: Painting, state: State): void {
  const { scene } = painting;
  const nodes = scene.visibleNodes();
  paintIslands(painting, state);
  paintBands(painting, state);
  paintEdges(painting, scene.looseEdges(state));
  paintNodes(painting, nodes);
  paintMarks(painting, nodes);
  paintNames(painting, nodes);
}

/** A node's colour: by its distance to a change or symbol if the picture has such a subject, else by cluster. */
export function nodeColour(palette: Palette, subject: string, node: GraphNode): string {
  const { change, effect, cluster } = node;
  if (subject === "delta") {
    if (change !== undefined) return palette.changed;
    if (effect !== undefined) return reachedColour(palette, effect.distance);
  }
  return clusterColour(palette, cluster);
}

function paintIslands({ context, scene, view, palette }: Painting, { opened }: State): void {
  const closed = new Set(scene.closedIslands());
  for (const island of scene.islands) {
    const [x, y, r] = [view.x(island.x), view.y(island.y), island.radius * view.camera.k];
    if (!view.containsPoint(x, y, r)) continue;
    const colour = clusterColour(palette, island.cluster);
    context.beginPath();
    context.arc(x, y, r, 0, Math.PI * 2);
    context.fillStyle = colour;
    context.globalAlpha = closed.has(island) ? 0.3 : palette.island;
    context.fill();
    context.globalAlpha = closed.has(island) ? 0.95 : 0.4;
    context.strokeStyle = colour;
    context.lineWidth = opened.includes(island.cluster) || closed.has(island) ? 2 : 1;
    context.stroke();
    context.globalAlpha = 1;
  }
}

/**
 * Paints bands between islands. Their width grows with the logarithm of the edge count, otherwise one band would
 * dominate.
 */
function paintBands({ context, scene, view, palette }: Painting, state: State): void {
  context.strokeStyle = palette.edge;
  context.lineCap = "round";
  for (const { from, to, count } of scene.edgeBundles(state)) {
    const [ax, ay, bx, by] = [view.x(from.x), view.y(from.y), view.x(to.x), view.y(to.y)];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const [start, end] = [from.radius * view.camera.k, length - to.radius * view.camera.k];
    if (end - start < 1) continue;
    const bend = Math.min(40, length * 0.08);
    context.globalAlpha = Math.min(0.5, 0.1 + 0.06 * Math.log2(1 + count));
    context.lineWidth = Math.min(14, 0.8 + 1.3 * Math.log2(count));
    context.beginPath();
    context.moveTo(ax + ux * start, ay + uy * start);
    context.quadraticCurveTo((ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend, ax + ux * end, ay + uy * end);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintEdges({ context, scene, view, palette }: Painting, edges: readonly GraphEdge[]): void {
  const sure = new Path2D();
  const unsure = new Path2D();
  for (const edge of edges) {
    const [from, to] = [scene.graph.node(edge.from), scene.graph.node(edge.to)];
    traceEdge(edge.confidence < UNSURE ? unsure : sure, view, { from, to, isBent: scene.islands.length === 0 });
  }
  context.strokeStyle = palette.edge;
  context.lineWidth = edges.length > 2000 ? 0.6 : 1;
  context.globalAlpha = edges.length > 2000 ? 0.3 : 0.42;
  context.stroke(sure);
  context.setLineDash([3, 4]);
  context.stroke(unsure);
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Confidence in percent below which edges are dashed. */
export const UNSURE = 60;

/** Traces an edge between centres. In columns it is curved, so that edges of the same rows can be told apart. */
export function traceEdge(
  path: Path2D,
  view: View,
  { from, to, isBent }: { readonly from: GraphNode; readonly to: GraphNode; readonly isBent: boolean },
): void {
  const [ax, ay, bx, by] = [view.x(from.x), view.y(from.y), view.x(to.x), view.y(to.y)];
  path.moveTo(ax, ay);
  if (!isBent) path.lineTo(bx, by);
  else if (Math.abs(bx - ax) < 1) path.quadraticCurveTo(ax - 40 * view.camera.k, (ay + by) / 2, bx, by);
  else path.bezierCurveTo((ax + bx) / 2, ay, (ax + bx) / 2, by, bx, by);
}

function paintNodes({ context, scene, view, palette }: Painting, nodes: readonly GraphNode[]): void {
  const paths = new Map<string, Path2D>();
  for (const node of nodes) {
    const [x, y, r] = [view.x(node.x), view.y(node.y), view.radiusInPoints(node)];
    if (!view.containsPoint(x, y, r)) continue;
    const colour = nodeColour(palette, scene.data.subject, node);
    const path = paths.get(colour) ?? new Path2D();
    paths.set(colour, path);
    traceShape(path, node.kind, { x, y, r });
  }
  context.strokeStyle = palette.ground;
  context.lineWidth = 1;
  for (const [colour, path] of paths) {
    context.fillStyle = colour;
    context.fill(path);
    if (view.camera.k > 0.35) context.stroke(path);
  }
}

/**
 * Paints rings around changed nodes and starting points, and signs: how a node changed, its distance from the change,
 * or its cluster's letter.
 */
function paintMarks({ context, scene, view, palette }: Painting, nodes: readonly GraphNode[]): void {
  const hasLetters = nodes.length <= 600 && scene.data.clusters.length > 1;
  for (const node of nodes) {
    const { change, isSeed, cluster } = node;
    const [x, y, r] = [view.x(node.x), view.y(node.y), view.radiusInPoints(node)];
    if (change !== undefined || isSeed)
      drawRing(context, { x, y, r: r + 3.5 }, change ? palette.changed : palette.chosen);
    const text = changeSign(node) ?? (hasLetters ? clusterLetters(cluster) : undefined);
    if (r >= 6.5) drawTextInNode(context, text, { x, y, r, colour: palette.onNode });
  }
}

function changeSign({ change, effect }: GraphNode): string | undefined {
  if (change !== undefined) return SIGNS[change.type];
  return effect === undefined ? undefined : String(effect.distance);
}

const SIGNS: Readonly<Record<string, string>> = { added: "+", removed: "−", modified: "~" };

/** Draws a ring of radius `r`. */
export function drawRing(
  context: CanvasRenderingContext2D,
  { x, y, r }: { readonly x: number; readonly y: number; readonly r: number },
  colour: string,
): void {
  context.beginPath();
  context.arc(x, y, r, 0, Math.PI * 2);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
}

/** Draws text in the centre of a node. */
export function drawTextInNode(
  context: CanvasRenderingContext2D,
  text: string | undefined,
  { x, y, r, colour }: { readonly x: number; readonly y: number; readonly r: number; readonly colour: string },
): void {
  if (text === undefined) return;
  context.font = labelFont(true, Math.max(8, Math.min(13, r * 1.15)));
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, x, y + 0.5);
}

/** The names of this many most used nodes are placed before those of islands, because they are central. */
const CENTRAL = 12;

function paintNames(painting: Painting, nodes: readonly GraphNode[]): void {
  const { context, scene, view, palette } = painting;
  const isColumns = scene.islands.length === 0;
  const hasRoom = view.camera.k > 0.55 || nodes.length <= 60;
  const labels = [...nodes]
    .sort(compareByImportance)
    .filter(
      (node, i) => i < CENTRAL || hasRoom || view.radiusInPoints(node) > 7 || node.isSeed || node.change !== undefined,
    )
    .map(
      (node): Label => ({
        text: shortName(node, isColumns ? COLUMN_LABEL : undefined),
        ...{ x: view.x(node.x), y: view.y(node.y), radius: view.radiusInPoints(node) },
        isStrong: node.isSeed || node.change !== undefined,
      }),
    );
  const central = placeLabels(context, isColumns ? [] : labels.slice(0, CENTRAL), { view, most: CENTRAL });
  const taken = paintIslandNames(
    painting,
    central.map(({ box }) => box),
  );
  const most = isColumns ? 300 : Math.round(MOST_LABELS * Math.max(1, view.camera.k));
  const others = placeLabels(context, isColumns ? labels : labels.slice(CENTRAL), { view, most, taken });
  drawLabels(context, [...others, ...central], palette);
}

/**
 * Paints names above islands, and inside closed ones with their size. @param others areas with names already @returns
 * all areas with names
 */
function paintIslandNames({ context, scene, view, palette }: Painting, others: readonly Box[]): readonly Box[] {
  const taken = [...others];
  const closed = new Set(scene.closedIslands());
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 3.5;
  context.lineJoin = "round";
  context.strokeStyle = palette.ground;
  const bySize = [...scene.islands].sort((a, b) => b.radius - a.radius || a.cluster - b.cluster);
  for (const island of bySize) {
    const r = island.radius * view.camera.k;
    const [x, y] = [view.x(island.x), view.y(island.y)];
    const isClosed = closed.has(island);
    if (r < (isClosed ? 24 : 12) || !view.containsPoint(x, y, r)) continue;
    const at = isClosed ? y - 8 : y - r - 8;
    const text = cutToWidth(context, `${clusterLetters(island.cluster)} · ${island.label}`, Math.max(2 * r, 110));
    const half = context.measureText(text).width / 2;
    const box = { left: x - half, right: x + half, top: at - 8, bottom: at + 8 };
    if (taken.some((other) => doOverlap(box, other))) continue;
    taken.push(box);
    context.fillStyle = isClosed ? palette.text : clusterColour(palette, island.cluster);
    context.strokeText(text, x, at);
    context.fillText(text, x, at);
    if (isClosed) paintSize(context, scene, { island, x, y: y + 9, colour: palette.faint });
  }
  return taken;
}

function paintSize(
  context: CanvasRenderingContext2D,
  scene: Scene,
  {
    island,
    x,
    y,
    colour,
  }: { readonly island: Island; readonly x: number; readonly y: number; readonly colour: string },
): void {
  context.font = labelFont(false, 11);
  context.fillStyle = colour;
  const text = `${scene.clusterSize(island.cluster)} symbols`;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** @returns the text in bold, cut to at most `width` points */
export function cutToWidth(context: CanvasRenderingContext2D, text: string, width: number): string {
  context.font = labelFont(true, 12);
  let characters = [...shortenLabel(text)];
  if (context.measureText(characters.join("")).width <= width) return characters.join("");
  while (characters.length > 2 && context.measureText(`${characters.join("")}…`).width > width)
    characters = characters.slice(0, -1);
  return `${characters.join("")}…`;
}
