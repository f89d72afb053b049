/** Panels under the header and over the picture: filters, keys, legend. */

import { clusterColour, type Palette, reachedColour } from "../drawing/colours.js";
import type { Scene } from "../drawing/scene.js";
import { SHAPE_WORDS, traceShape } from "../drawing/shapes.js";
import type { GraphEdge } from "../picture/graph.js";
import type { Store } from "../picture/store.js";
import { clusterLetters, countWithNoun } from "../picture/words.js";
import type { Actions } from "./actions.js";
import { elementById, makeButton, makeElement, makeNameElement } from "./dom.js";
import { announceToScreenReader } from "./live.js";

/** Makes a button show and hide a panel. */
export function attachToggle(buttonId: string, panelId: string): void {
  const toggle = elementById(buttonId);
  const panel = elementById(panelId);
  const set = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
  };
  toggle.addEventListener("click", () => set(panel.hidden === true));
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    set(false);
    toggle.focus();
    event.stopPropagation();
  });
}

const EDGE_WORDS: Readonly<Record<string, string>> = {
  call: "calls",
  config: "settings",
  import: "imports",
  extends: "extends",
  implements: "implements",
  uses: "uses (types, values)",
};

/** Fills the panel of filters: kinds of edges and least confidence. */
export function fillFilters(store: Store, edgeKinds: readonly string[]): void {
  const counts = new Map<number, number>();
  for (const { kind } of store.graph.edges) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const boxes = edgeKinds.map((kind, number) => {
    const box = makeElement("input", { type: "checkbox", id: `kind-${kind}` });
    box.checked = true;
    box.addEventListener("change", () => {
      const hidden = new Set(store.state.hiddenKinds);
      if (box.checked) hidden.delete(number);
      else hidden.add(number);
      store.changeFilter({ hiddenKinds: hidden });
      announceFilter(store);
    });
    const words = `${EDGE_WORDS[kind] ?? kind} (${counts.get(number) ?? 0})`;
    return makeElement("label", {}, box, words);
  });
  elementById("filters").replaceChildren(
    makeElement("fieldset", {}, makeElement("legend", {}, "Edges"), ...boxes),
    makeElement("fieldset", {}, makeElement("legend", {}, "Confidence"), confidenceSlider(store)),
  );
}

function confidenceSlider(store: Store): HTMLElement {
  const slider = makeElement("input", { type: "range", id: "confidence", min: "0", max: "100", step: "5", value: "0" });
  const output = makeElement("output", { for: "confidence" }, "all");
  slider.addEventListener("input", () => {
    store.changeFilter({ minConfidence: Number(slider.value) });
    output.textContent = slider.value === "0" ? "all" : `${slider.value} % or more`;
  });
  slider.addEventListener("change", () => announceFilter(store));
  return makeElement("label", {}, "At least ", slider, " ", output);
}

function announceFilter(store: Store): void {
  const { hiddenKinds, minConfidence } = store.state;
  const isSeen = ({ kind, confidence }: GraphEdge) => confidence >= minConfidence && !hiddenKinds.has(kind);
  const { edges } = store.graph;
  announceToScreenReader(
    `${countWithNoun(edges.filter(isSeen).length, "edge")} of ${edges.length.toLocaleString("en")}.`,
  );
}

const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["/", "go to the search box"],
  ["↑ ↓ Home End", "in the list: move"],
  ["Enter", "in the list: choose a symbol, open or close a cluster"],
  ["B", "in the list: what a change of the symbol may reach"],
  ["F", "in the list: move the picture to the symbol"],
  ["O", "in the list: its source: open it, or copy the place"],
  ["S", "in the list: read the source that the page holds"],
  ["Esc", "one step back"],
  ["+ − 0", "in the list or on the picture: zoom in, zoom out, show all"],
];

/** Fills the panel of keys. @param wheel what the mouse wheel does */
export function fillShortcutHelp(wheel: string): void {
  const rows = KEYS.flatMap(([keys, words]) => [
    makeElement("dt", {}, makeElement("kbd", {}, keys)),
    makeElement("dd", {}, words),
  ]);
  const mouse = makeElement(
    "p",
    { class: "hint" },
    `With a mouse: click chooses, double click shows the blast radius, ${wheel}, dragging moves.`,
  );
  elementById("help").replaceChildren(makeElement("dl", {}, ...rows), mouse);
}

/** Limit of clusters in the legend; the list has all. */
const MOST_CLUSTERS = 14;

/** State, scene and actions of the legend. */
export interface LegendOptions {
  readonly store: Store;
  readonly scene: Scene;
  readonly actions: Actions;
}

/** Fills the legend: shapes, colours and clusters of this picture. */
export function fillLegend({ store, scene, actions }: LegendOptions, palette: Palette): void {
  const kinds = new Set(store.graph.nodes.map(({ kind }) => SHAPE_OF[kind] ?? kind));
  const shapes = SHAPE_WORDS.filter(([kind]) => kinds.has(kind)).map(([kind, words]) =>
    makeElement("li", {}, shapePicture(kind, palette.text), words),
  );
  const parts = [
    makeElement(
      "p",
      {},
      "Larger: more symbols refer to it. Dashed: less than 60 % sure. Bands between clusters: wider for more edges; of many, the widest.",
    ),
    makeElement("ul", {}, ...shapes),
  ];
  if (scene.data.subject === "delta") parts.push(makeElement("ul", {}, ...deltaRows(palette)));
  parts.push(makeElement("ul", {}, ...edgeRows(palette)));
  const clusters = scene.data.clusters
    .map((label, cluster) => ({ label, cluster }))
    .filter(({ cluster }) => store.clusterNodeCount(cluster) > 0);
  clusters.sort(
    (a, b) => store.clusterNodeCount(b.cluster) - store.clusterNodeCount(a.cluster) || a.cluster - b.cluster,
  );
  const rows = clusters.slice(0, MOST_CLUSTERS).map(({ label, cluster }) => {
    const badge = makeElement("span", { class: "badge", "aria-hidden": "true" }, clusterLetters(cluster));
    badge.style.setProperty("--cluster", clusterColour(palette, cluster));
    const text = makeElement("span", {}, makeNameElement(label), ` (${store.clusterNodeCount(cluster)})`);
    const act = () => (store.startsClosed ? actions.toggleCluster(cluster) : actions.highlightCluster(cluster));
    return makeElement("li", {}, makeButton(label, act, { class: "link" }, badge, text));
  });
  const more = clusters.length - rows.length;
  if (more > 0) rows.push(makeElement("li", { class: "hint" }, `and ${more} more`));
  elementById("legend").replaceChildren(...parts, makeElement("h3", {}, "Clusters"), makeElement("ul", {}, ...rows));
}

const SHAPE_OF: Readonly<Record<string, string>> = { method: "function", constructor: "function", type: "interface" };

const SIDE = 14;

function shapePicture(kind: string, colour: string): HTMLElement {
  const canvas = makeElement("canvas", {
    "aria-hidden": "true",
    width: String(2 * SIDE),
    height: String(2 * SIDE),
    class: "sample",
  });
  const context = canvas.getContext("2d");
  if (context !== null) {
    context.beginPath();
    traceShape(context, kind, { x: SIDE, y: SIDE, r: 8.5 });
    context.fillStyle = colour;
    context.fill();
  }
  return canvas;
}

function deltaRows(palette: Palette): readonly HTMLElement[] {
  return [
    makeElement("li", {}, makeSwatch(palette.changed, "~"), "changed: + added, − removed, ~ modified"),
    makeElement("li", {}, makeSwatch(reachedColour(palette, 1), "1"), "may be affected, with the steps to the change"),
  ];
}

function edgeRows(palette: Palette): readonly HTMLElement[] {
  return [
    makeElement("li", {}, makeSwatch(palette.caller, "→"), "refers to the chosen symbol"),
    makeElement("li", {}, makeSwatch(palette.callee, "→"), "the chosen symbol refers to it"),
  ];
}

function makeSwatch(colour: string, text: string): HTMLElement {
  const badge = makeElement("span", { class: "badge", "aria-hidden": "true" }, text);
  badge.style.setProperty("--cluster", colour);
  return badge;
}
