/**
 * Entry point of the page: reads its data or has its client asked for them, connects the parts, and handles mouse and
 * keyboard.
 */
import type { AppData, PageData } from "../page/page-data.js";
import { runApp } from "./app/run-app.js";
import { Scene } from "./drawing/scene.js";
import { Stage } from "./drawing/stage.js";
import { Actions } from "./page/actions.js";
import { Details } from "./page/details.js";
import { byId } from "./page/dom.js";
import { fillHeading } from "./page/heading.js";
import { hostOf } from "./page/host.js";
import { SymbolList } from "./page/list.js";
import { attachToggle, fillFilters, fillKeys, fillLegend } from "./page/panels.js";
import { Peek } from "./page/peek.js";
import { Theme } from "./page/theme.js";
import { Graph } from "./picture/graph.js";
import { Store } from "./picture/store.js";

/** Limit of shown nodes in pictures whose clusters are closed at first. */
const MOST_OPEN = 5000;

function start(): void {
  const data = JSON.parse(byId("data").textContent ?? "{}") as PageData | AppData;
  if ("tool" in data) runApp(data, show);
  else show(data);
}

function show(data: PageData): void {
  const store = new Store(new Graph(data), { startsClosed: data.startsClosed, mostOpen: MOST_OPEN });
  const scene = new Scene(data, store);
  const host = hostOf(data.place);
  const theme = new Theme(data.place, () => repaint());
  const stage = new Stage(store, scene, {
    element: byId("stage"),
    base: byId<HTMLCanvasElement>("base"),
    overlay: byId<HTMLCanvasElement>("overlay"),
    palette: () => theme.palette(),
    prefersStillness: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    wheelZooms: () => data.place !== "app" || document.documentElement.dataset["display"] === "fullscreen",
  });
  const actions = new Actions({ store, scene, stage, host });
  const details = new Details({ store, actions, host, edgeKinds: data.edgeKinds, clusters: data.clusters });
  const palette = () => theme.palette();
  const list = new SymbolList({ store, scene, actions, palette, focusSource: () => details.focusSource() });
  const repaint = () => {
    stage.drawAll();
    list.repaint();
    fillLegend({ store, scene, actions }, palette());
  };
  const peek = new Peek(store);
  fillHeading(data);
  fillFilters(store, data.edgeKinds);
  fillKeys(data.place === "app" ? "Ctrl with the wheel zooms" : "the wheel zooms");
  fillLegend({ store, scene, actions }, palette());
  const themeButton = document.getElementById("theme");
  if (themeButton instanceof HTMLButtonElement) theme.attach(themeButton);
  attachToggle("filter-button", "filters");
  attachToggle("help-button", "help");
  takePointer({ stage, actions, store });
  takeKeys({ stage, actions, peek });
}

interface PointerParts {
  readonly stage: Stage;
  readonly actions: Actions;
  readonly store: Store;
}

function takePointer({ stage, actions, store }: PointerParts): void {
  const canvas = byId("overlay");
  let waiting: MouseEvent | undefined;
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) return;
    if (waiting === undefined)
      requestAnimationFrame(() => {
        const hit = waiting === undefined ? undefined : stage.hit(waiting);
        waiting = undefined;
        canvas.classList.toggle("over", hit !== undefined);
        store.point(hit !== undefined && "node" in hit ? hit.node.number : undefined);
      });
    waiting = event;
  });
  canvas.addEventListener("pointerleave", () => {
    waiting = undefined;
    store.point(undefined);
  });
  canvas.addEventListener("click", (event) => {
    const hit = stage.hit(event);
    if (hit === undefined) actions.back();
    else if ("node" in hit) actions.choose(hit.node);
    else if (!store.isOpen(hit.island.cluster)) actions.toggleCluster(hit.island.cluster);
    else actions.back();
  });
  canvas.addEventListener("dblclick", (event) => {
    const hit = stage.hit(event);
    if (hit !== undefined && "node" in hit) actions.blastRadius(hit.node);
    else if (hit !== undefined) actions.highlightCluster(hit.island.cluster);
  });
}

interface KeyParts {
  readonly stage: Stage;
  readonly actions: Actions;
  readonly peek: Peek;
}

const ZOOM = 1.4;

function takeKeys({ stage, actions, peek }: KeyParts): void {
  byId("zoom-in").addEventListener("click", () => stage.zoomBy(ZOOM));
  byId("zoom-out").addEventListener("click", () => stage.zoomBy(1 / ZOOM));
  byId("zoom-fit").addEventListener("click", () => stage.fitAll());
  const run: Readonly<Record<string, () => void>> = {
    "/": () => byId("search").focus(),
    "+": () => stage.zoomBy(ZOOM),
    "=": () => stage.zoomBy(ZOOM),
    "-": () => stage.zoomBy(1 / ZOOM),
    "0": () => stage.fitAll(),
    Escape: () => void (peek.dismiss() || actions.back()),
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const action = isTyping && event.key !== "Escape" ? undefined : run[event.key];
    if (action === undefined) return;
    action();
    event.preventDefault();
  });
}

start();
