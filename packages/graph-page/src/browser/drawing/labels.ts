/**
 * Placement of labels: no label covers another, the most important are placed first. Pure, except for the canvas that
 * measures text.
 */
import type { Box, View } from "./view.js";

/** A node's label. */
export interface Label {
  readonly text: string;
  /** Centre of the node, in points of the stage. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly isStrong?: boolean;
  readonly colour?: string;
  /** Shown even if it covers another label. */
  readonly isForced?: boolean;
}

interface PlacedLabel {
  readonly label: Label;
  readonly x: number;
  readonly y: number;
  readonly box: Box;
}

const HEIGHT = 14;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** The CSS font of labels. @param size in points */
export function labelFont(isStrong: boolean, size = 12): string {
  return `${isStrong ? "600 " : ""}${size}px ${FONT}`;
}

/**
 * Places labels beside their nodes. @param labels most important first @param most how many are shown besides forced
 * ones; taken: areas that must stay free
 */
export function placeLabels(
  context: CanvasRenderingContext2D,
  labels: readonly Label[],
  { view, most, taken: others = [] }: { readonly view: View; readonly most: number; readonly taken?: readonly Box[] },
): readonly PlacedLabel[] {
  const taken = [...others];
  const placed: PlacedLabel[] = [];
  for (const label of labels) {
    if (placed.length >= most && label.isForced !== true) break;
    if (!view.containsPoint(label.x, label.y, 0)) continue;
    context.font = labelFont(label.isStrong === true);
    const width = context.measureText(label.text).width;
    const isRight = label.x + label.radius + 5 + width <= view.size.width || label.x - label.radius - 5 - width < 0;
    const x = isRight ? label.x + label.radius + 5 : label.x - label.radius - 5 - width;
    const box = { left: x - 2, right: x + width + 4, top: label.y - HEIGHT / 2, bottom: label.y + HEIGHT / 2 };
    const isFree = !taken.some((other) => doOverlap(box, other));
    if (!isFree && label.isForced !== true) continue;
    taken.push(box);
    placed.push({ label, x, y: label.y, box });
  }
  return placed;
}

/** Draws labels with an outline in the background's colour, so that they are legible over edges. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  placed: readonly PlacedLabel[],
  colours: { readonly text: string; readonly ground: string },
): void {
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.direction = "ltr";
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = colours.ground;
  for (const { label, x, y } of placed) {
    context.font = labelFont(label.isStrong === true);
    context.strokeText(label.text, x, y);
    context.fillStyle = label.colour ?? colours.text;
    context.fillText(label.text, x, y);
  }
}

/** Whether two boxes overlap. */
export function doOverlap(a: Box, b: Box): boolean {
  return a.right >= b.left && a.left <= b.right && a.bottom >= b.top && a.top <= b.bottom;
}
