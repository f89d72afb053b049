/** View transform from units of the picture to points of the stage, for one camera. Pure. */
import type { GraphNode } from "../picture/graph.js";

/** A zoom transform as in d3-zoom: translation and scale. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

/** Width and height in points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Converts coordinates for one camera and stage size. */
export class View {
  constructor(
    readonly camera: Camera,
    readonly size: Size,
  ) {}

  x(x: number): number {
    return x * this.camera.k + this.camera.x;
  }

  y(y: number): number {
    return y * this.camera.k + this.camera.y;
  }

  /** Radius in points. Nodes shrink less than distances, so that they stay visible from far away. */
  radiusInPoints({ radius }: Pick<GraphNode, "radius">): number {
    return Math.max(1.4, radius * Math.min(1.6, this.camera.k ** 0.85));
  }

  containsPoint(x: number, y: number, margin: number): boolean {
    const { width, height } = this.size;
    return x >= -margin && y >= -margin && x <= width + margin && y <= height + margin;
  }
}

/** A rectangle with edges, in the units of its context. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const LARGEST_FIT = 2;

/** The camera that shows a box as large as possible. @param padding points at each side */
export function fitBox({ left, top, right, bottom }: Box, { width, height }: Size, padding: number): Camera {
  const k = Math.min(
    LARGEST_FIT,
    Math.max(1, width - 2 * padding) / Math.max(1, right - left),
    Math.max(1, height - 2 * padding) / Math.max(1, bottom - top),
  );
  return { k, x: width / 2 - (k * (left + right)) / 2, y: height / 2 - (k * (top + bottom)) / 2 };
}
