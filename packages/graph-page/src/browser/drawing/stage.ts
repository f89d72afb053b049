/**
 * Stage of the page: two canvases and a camera. The lower canvas holds the whole picture and is redrawn when the camera
 * moves; choosing something fades it and redraws only the upper one.
 */
import { type Quadtree, quadtree } from "d3-quadtree";
import { select } from "d3-selection";
import { type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import type { GraphNode } from "../picture/graph.js";
import { computeHighlight } from "../picture/highlight.js";
import type { Store } from "../picture/store.js";
import type { Palette } from "./colours.js";
import { paintBase } from "./paint-base.js";
import { paintOverlay } from "./paint-overlay.js";
import type { Island, Scene } from "./scene.js";
import { type Camera, fitBox, type Size, View } from "./view.js";

/** Largest distance in points at which the pointer hits a node. */
const NEAR = 9;
const PADDING = 34;
const MOVE_MS = 220;

/** The element of the stage at a point; a node takes precedence over an island. */
export type Hit = { readonly node: GraphNode } | { readonly island: Island } | undefined;

/** Elements and preferences of a stage. */
export interface StageOptions {
  readonly element: HTMLElement;
  readonly base: HTMLCanvasElement;
  readonly overlay: HTMLCanvasElement;
  readonly palette: () => Palette;
  readonly prefersStillness: () => boolean;
  /** Whether the wheel alone zooms. Beside text that scrolls, the wheel scrolls the text. */
  readonly wheelZooms: () => boolean;
}

/** Draws a scene, moves the camera, and finds what the pointer hits. */
export class Stage {
  private size: Size = { width: 1, height: 1 };
  private camera: Camera = { x: 0, y: 0, k: 1 };
  private tree: Quadtree<GraphNode> | undefined;
  private isBaseStale = true;
  private isWaiting = false;
  private hasMoved = false;
  private readonly behaviour = zoom<HTMLCanvasElement, unknown>().scaleExtent([0.02, 6]);

  constructor(
    private readonly store: Store,
    private readonly scene: Scene,
    private readonly options: StageOptions,
  ) {
    const { element, overlay } = options;
    this.behaviour.on("zoom", ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
      this.camera = { x: transform.x, y: transform.y, k: transform.k };
      if (sourceEvent !== null && sourceEvent !== undefined) this.hasMoved = true;
      this.drawAll();
    });
    this.behaviour.filter(
      ({ type, button, ctrlKey, metaKey }: MouseEvent) =>
        !button && (type === "wheel" ? ctrlKey || metaKey || options.wheelZooms() : !ctrlKey),
    );
    select(overlay).call(this.behaviour).on("dblclick.zoom", null);
    new ResizeObserver(() => this.resize()).observe(element);
    store.onChange((state, before) => {
      if (state.opened !== before.opened) this.tree = undefined;
      const isFiltered = state.hiddenKinds !== before.hiddenKinds || state.minConfidence !== before.minConfidence;
      if (isFiltered || state.opened !== before.opened) this.drawAll();
      else this.draw();
    });
    this.resize();
  }

  drawAll(): void {
    this.isBaseStale = true;
    this.draw();
  }

  fitAll(): void {
    this.hasMoved = false;
    this.moveCamera(fitBox(this.scene.boundingBox(), this.size, PADDING));
  }

  zoomBy(factor: number): void {
    const [x, y] = [this.size.width / 2, this.size.height / 2];
    const k = Math.min(6, Math.max(0.02, this.camera.k * factor));
    const ratio = k / this.camera.k;
    this.hasMoved = true;
    this.moveCamera({ k, x: x - (x - this.camera.x) * ratio, y: y - (y - this.camera.y) * ratio });
  }

  /** Centres some nodes, large enough to read their names. */
  show(nodes: readonly GraphNode[]): void {
    const camera = fitBox(this.scene.boundingBox(nodes), this.size, Math.min(160, this.size.width / 5));
    this.hasMoved = true;
    this.moveCamera(camera);
  }

  hitAt(event: MouseEvent): Hit {
    const [px, py] = [event.offsetX, event.offsetY];
    const [x, y] = [(px - this.camera.x) / this.camera.k, (py - this.camera.y) / this.camera.k];
    this.tree ??= quadtree<GraphNode>()
      .x((node) => node.x)
      .y((node) => node.y)
      .addAll([...this.scene.visibleNodes()]);
    const view = new View(this.camera, this.size);
    const node = this.tree.find(x, y, 30 / Math.min(1, this.camera.k));
    if (node !== undefined) {
      const distance = Math.hypot(view.x(node.x) - px, view.y(node.y) - py);
      if (distance <= Math.max(NEAR, view.radiusInPoints(node) + 2)) return { node };
    }
    const island = this.scene.islands.find((one) => Math.hypot(one.x - x, one.y - y) <= one.radius);
    return island === undefined ? undefined : { island };
  }

  private moveCamera(camera: Camera): void {
    const target = select(this.options.overlay);
    const from = this.camera;
    const set = ({ x, y, k }: Camera) => {
      target.call(this.behaviour.transform, zoomIdentity.translate(x, y).scale(k));
    };
    if (this.options.prefersStillness()) {
      set(camera);
      return;
    }
    const startedMs = performance.now();
    const step = (nowMs: number) => {
      const t = Math.min(1, Math.max(0, nowMs - startedMs) / MOVE_MS);
      const eased = t * (2 - t);
      const between = (a: number, b: number) => a + (b - a) * eased;
      set({ x: between(from.x, camera.x), y: between(from.y, camera.y), k: between(from.k, camera.k) });
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Resizes the canvases. If the user never moved the picture, it is fitted again. */
  private resize(): void {
    const { element, base, overlay } = this.options;
    const { width, height } = element.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    this.size = { width, height };
    const ratio = this.pixelRatio();
    for (const canvas of [base, overlay]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    if (!this.hasMoved) {
      const { x, y, k } = fitBox(this.scene.boundingBox(), this.size, PADDING);
      select(overlay).call(this.behaviour.transform, zoomIdentity.translate(x, y).scale(k));
    }
    this.drawAll();
  }

  private pixelRatio(): number {
    return Math.min(2, Math.max(1, globalThis.devicePixelRatio || 1));
  }

  private draw(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.paint();
    });
  }

  private paint(): void {
    const { base, overlay, palette } = this.options;
    const { store, scene } = this;
    const view = new View(this.camera, this.size);
    const highlight = computeHighlight(store);
    const begin = (canvas: HTMLCanvasElement) => {
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("this browser draws no pictures");
      const ratio = this.pixelRatio();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, view.size.width, view.size.height);
      return { context, scene, view, palette: palette() };
    };
    if (this.isBaseStale) paintBase(begin(base), store.state);
    this.isBaseStale = false;
    base.classList.toggle("faded", highlight !== undefined);
    paintOverlay(begin(overlay), store.state, highlight);
    base.dataset["drawn"] = String(Number(base.dataset["drawn"] ?? 0) + 1);
  }
}
