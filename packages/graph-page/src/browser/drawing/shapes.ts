/** Shapes of nodes: the outline shows the kind. Pure, except for the path that it writes. */

/** What shapes need of a path: a canvas context or a Path2D fits. */
export type Path = Pick<Path2D, "moveTo" | "lineTo" | "arc" | "closePath" | "rect">;

const TAU = Math.PI * 2;

/** Traces the shape of a kind. Shapes have equal areas, so that none makes a node look larger. */
export function traceShape(
  path: Path,
  kind: string,
  { x, y, r }: { readonly x: number; readonly y: number; readonly r: number },
): void {
  switch (kind) {
    case "class": {
      const half = r * 0.89;
      path.rect(x - half, y - half, 2 * half, 2 * half);
      return;
    }
    case "interface":
    case "type":
      tracePolygon(path, { x, y, r: r * 1.25 }, 4);
      return;
    case "variable":
      tracePolygon(path, { x, y, r: r * 1.35 }, 3);
      return;
    case "module":
      tracePolygon(path, { x, y, r: r * 1.1 }, 6);
      return;
    default:
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, TAU);
  }
}

/** Traces a regular polygon with one corner up. */
function tracePolygon(path: Path, { x, y, r }: { x: number; y: number; r: number }, corners: number): void {
  for (let i = 0; i < corners; i++) {
    const angle = -Math.PI / 2 + (i * TAU) / corners;
    const [cx, cy] = [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    if (i === 0) path.moveTo(cx, cy);
    else path.lineTo(cx, cy);
  }
  path.closePath();
}

/** Kinds with their own shape, in the words of the legend. */
export const SHAPE_WORDS: readonly (readonly [kind: string, words: string])[] = [
  ["function", "function, method, constructor"],
  ["class", "class"],
  ["interface", "interface, type"],
  ["variable", "variable"],
  ["module", "module (a file)"],
];
