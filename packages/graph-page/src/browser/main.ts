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
import { elementById } from "./page/dom.js";
import { fillHeading } from "./page/heading.js";
import { chooseHost } from "./page/host.js";
import { SymbolList } from "./page/list.js";
import { attachToggle, fillFilters, fillLegend, fillShortcutHelp } from "./page/panels.js";
import { NodePreview } from "./page/peek.js";
import { Theme } from "./page/theme.js";
import { Graph } from "./picture/graph.js";
import { Store } from "./picture/store.js";

/** Limit of shown nodes in pictures whose clusters are closed at first. */
const MOST_OPEN = 5000;

function start(): void {
  const data = JSON.parse(elementById("data").textContent ?? "{}") as PageData | AppData;
  if ("tool" in data) runApp(data, show);
  else show(data);
}

function show(data: PageData): void {
  const store = new Store(new Graph(data), { startsClosed: data.startsClosed, mostOpen: MOST_OPEN });
  const scene = new Scene(data, store);
  const host = chooseHost(data.place);
  const theme = new Theme(data.place, () => repaint());
  const stage = new Stage(store, scene, {
    element: elementById("stage"),
    base: elementById<HTMLCanvasElement>("base"),
    overlay: elementById<HTMLCanvasElement>("overlay"),
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
    list.rebuildRows();
    fillLegend({ store, scene, actions }, palette());
  };
  const peek = new NodePreview(store);
  fillHeading(data);
  fillFilters(store, data.edgeKinds);
  fillShortcutHelp(data.place === "app" ? "Ctrl with the wheel zooms" : "the wheel zooms");
  fillLegend({ store, scene, actions }, palette());
  const themeButton = document.getElementById("theme");
  if (themeButton instanceof HTMLButtonElement) theme.attachThemeButton(themeButton);
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
  const canvas = elementById("overlay");
  let waiting: MouseEvent | undefined;
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) return;
    if (waiting === undefined)
      requestAnimationFrame(() => {
        const hit = waiting === undefined ? undefined : stage.hitAt(waiting);
        waiting = undefined;
        canvas.classList.toggle("over", hit !== undefined);
        store.pointAtNode(hit !== undefined && "node" in hit ? hit.node.number : undefined);
      });
    waiting = event;
  });
  canvas.addEventListener("pointerleave", () => {
    waiting = undefined;
    store.pointAtNode(undefined);
  });
  canvas.addEventListener("click", (event) => {
    const hit = stage.hitAt(event);
    if (hit === undefined) actions.goBack();
    else if ("node" in hit) actions.chooseNode(hit.node);
    else if (!store.isOpen(hit.island.cluster)) actions.toggleCluster(hit.island.cluster);
    else actions.goBack();
  });
  canvas.addEventListener("dblclick", (event) => {
    const hit = stage.hitAt(event);
    if (hit !== undefined && "node" in hit) actions.blastRadius(hit.node);
    else if (hit !== undefined) actions.highlightCluster(hit.island.cluster);
  });
}

interface KeyParts {
  readonly stage: Stage;
  readonly actions: Actions;
  readonly peek: NodePreview;
}

const ZOOM = 1.4;

function takeKeys({ stage, actions, peek }: KeyParts): void {
  elementById("zoom-in").addEventListener("click", () => stage.zoomBy(ZOOM));
  elementById("zoom-out").addEventListener("click", () => stage.zoomBy(1 / ZOOM));
  elementById("zoom-fit").addEventListener("click", () => stage.fitAll());
  const run: Readonly<Record<string, () => void>> = {
    "/": () => elementById("search").focus(),
    "+": () => stage.zoomBy(ZOOM),
    "=": () => stage.zoomBy(ZOOM),
    "-": () => stage.zoomBy(1 / ZOOM),
    "0": () => stage.fitAll(),
    Escape: () => void (peek.hidePreview() || actions.goBack()),
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
