/**
 * List of symbols beside the picture, with the clusters if they are closed at first. It is one stop of the Tab key;
 * arrow keys move inside it, and every action on a node has a key. Rows are made when they scroll into view.
 */

import { clusterColour, type Palette } from "../drawing/colours.js";
import type { Scene } from "../drawing/scene.js";
import type { GraphNode } from "../picture/graph.js";
import { compareByImportance, searchNodes } from "../picture/search.js";
import type { Store } from "../picture/store.js";
import { clusterLetters, countWithNoun, markText, shortPlaceText } from "../picture/words.js";
import type { Actions } from "./actions.js";
import { elementById, makeElement, makeNameElement } from "./dom.js";

type Entry = { readonly node: GraphNode } | { readonly cluster: number };

/** Number of rows added at a time. */
const ROWS = 120;
const PAGE = 10;

/** State and callbacks of the list. */
export interface ListOptions {
  readonly store: Store;
  readonly scene: Scene;
  readonly actions: Actions;
  readonly palette: () => Palette;
  /** Moves the focus to the shown source. @returns false if there is none */
  readonly focusSource: () => boolean;
}

/** The list; it refills itself when the state or the search text changes. */
export class SymbolList {
  private readonly element = elementById("list");
  private readonly search = elementById<HTMLInputElement>("search");
  private readonly found = elementById("found");
  private readonly ordered: readonly GraphNode[];
  private entries: readonly Entry[] = [];
  private rows: HTMLElement[] = [];
  private active = 0;

  constructor(private readonly options: ListOptions) {
    const { store } = options;
    this.ordered = [...store.graph.nodes].sort(compareByImportance);
    this.search.addEventListener("input", () => this.fillList());
    this.search.addEventListener("keydown", (event) => this.leaveSearch(event));
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("click", (event) => this.onClick(event));
    this.element.addEventListener("focus", () => this.setActive(this.active));
    this.element.addEventListener("blur", () => store.pointAtNode(undefined));
    this.element.addEventListener("scroll", () => this.growNearEnd(), { passive: true });
    store.onChange((state, before) => {
      if (state.opened !== before.opened) this.fillList();
      else if (state.chosen !== before.chosen) this.markChosen();
    });
    this.fillList();
  }

  /** Makes the rows again, for colours of another theme. */
  rebuildRows(): void {
    const shown = this.rows.length;
    this.makeRows(shown);
  }

  private fillList(): void {
    const before = this.entries[this.active];
    this.entries = this.search.value.trim() === "" ? this.allEntries() : this.foundEntries();
    const same = this.entries.findIndex((entry) => isSame(entry, before));
    this.active = Math.max(0, same);
    this.makeRows(Math.max(ROWS, this.active + 1));
    const count = this.entries.length;
    const what = this.options.store.startsClosed && this.search.value.trim() === "" ? "row" : "symbol";
    this.found.textContent =
      count === 0 ? "Nothing is called so; search by fewer letters." : countWithNoun(count, what);
    this.element.setAttribute("aria-activedescendant", this.rows[this.active]?.id ?? "");
  }

  /** Clusters first if they are closed at first, then the visible symbols. */
  private allEntries(): readonly Entry[] {
    const { store, scene } = this.options;
    const nodes = this.ordered.filter(({ cluster }) => store.isOpen(cluster)).map((node) => ({ node }));
    if (!store.startsClosed) return nodes;
    const bySize = [...scene.islands].sort(
      (a, b) => store.clusterNodeCount(b.cluster) - store.clusterNodeCount(a.cluster) || a.cluster - b.cluster,
    );
    return [...bySize.map(({ cluster }) => ({ cluster })), ...nodes];
  }

  private foundEntries(): readonly Entry[] {
    return searchNodes(this.ordered, this.search.value).map((node) => ({ node }));
  }

  private makeRows(count: number): void {
    this.rows = [];
    this.element.replaceChildren();
    this.addRows(count);
  }

  private addRows(count: number): void {
    const from = this.rows.length;
    const more = this.entries.slice(from, from + count).map((entry, i) => this.makeRow(entry, from + i));
    this.rows.push(...more);
    this.element.append(...more);
    this.markChosen();
  }

  private growNearEnd(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    if (this.rows.length < this.entries.length && scrollTop + clientHeight > scrollHeight - 200) this.addRows(ROWS);
  }

  private makeRow(entry: Entry, index: number): HTMLElement {
    const size = { "aria-setsize": String(this.entries.length), "aria-posinset": String(index + 1) };
    const row = makeElement("div", {
      role: "option",
      id: `row-${index}`,
      class: "row",
      "aria-selected": "false",
      ...size,
    });
    const cluster = "node" in entry ? entry.node.cluster : entry.cluster;
    const badge = makeElement("span", { class: "badge", "aria-hidden": "true" }, clusterLetters(cluster));
    badge.style.setProperty("--cluster", clusterColour(this.options.palette(), cluster));
    row.append(badge, ...("node" in entry ? nodeParts(entry.node) : this.clusterParts(entry.cluster)));
    return row;
  }

  private clusterParts(cluster: number): readonly HTMLElement[] {
    const { store, scene } = this.options;
    const state = store.isOpen(cluster) ? "open" : "closed";
    const words = `cluster, ${countWithNoun(store.clusterNodeCount(cluster), "symbol")}, ${state}`;
    return [
      makeNameElement(scene.data.clusters[cluster] ?? "", "name"),
      makeElement("span", { class: "place" }, words),
    ];
  }

  private markChosen(): void {
    const { chosen } = this.options.store.state;
    this.rows.forEach((row, i) => {
      const entry = this.entries[i];
      const isChosen = entry !== undefined && "node" in entry && entry.node.number === chosen;
      row.setAttribute("aria-selected", String(isChosen));
    });
  }

  private setActive(index: number): void {
    const last = this.entries.length - 1;
    this.active = Math.min(Math.max(0, index), Math.max(0, last));
    if (this.active >= this.rows.length) this.addRows(this.active - this.rows.length + ROWS);
    for (const row of this.element.querySelectorAll(".active")) row.classList.remove("active");
    const row = this.rows[this.active];
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    this.element.setAttribute("aria-activedescendant", row?.id ?? "");
    const entry = this.entries[this.active];
    this.options.store.pointAtNode(entry !== undefined && "node" in entry ? entry.node.number : undefined);
  }

  private onClick(event: Event): void {
    const row = event.target instanceof Element ? event.target.closest(".row") : null;
    const index = row === null ? -1 : this.rows.indexOf(row as HTMLElement);
    if (index < 0) return;
    this.setActive(index);
    this.run("Enter");
  }

  private leaveSearch(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.search.value !== "") {
      this.search.value = "";
      this.fillList();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      this.active = 0;
      this.element.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + PAGE,
      PageUp: this.active - PAGE,
      Home: 0,
      End: this.entries.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) this.setActive(to);
    else if (!this.run(event.key)) return;
    event.preventDefault();
  }

  /** Runs the action of a key on the active entry. @returns false if the key has none */
  private run(key: string): boolean {
    const { actions } = this.options;
    const entry = this.entries[this.active];
    if (entry === undefined) return false;
    if (!("node" in entry)) {
      if (key !== "Enter" && key !== " ") return false;
      actions.toggleCluster(entry.cluster);
      return true;
    }
    const { node } = entry;
    const run: Readonly<Record<string, () => void>> = {
      Enter: () => actions.chooseNode(node),
      " ": () => actions.chooseNode(node),
      b: () => actions.blastRadius(node),
      f: () => actions.find(node),
      o: () => actions.open(node),
      s: () => {
        actions.chooseNode(node);
        this.options.focusSource();
      },
    };
    const action = run[key.length === 1 ? key.toLowerCase() : key];
    action?.();
    return action !== undefined;
  }
}

function nodeParts(node: GraphNode): readonly HTMLElement[] {
  const mark = markText(node);
  const place = makeElement("span", { class: "place" }, `${node.kind} · `, makeNameElement(shortPlaceText(node)));
  const used = makeElement("span", { class: "used", title: "symbols that refer to it" }, `${node.fanIn}`);
  used.prepend(makeElement("span", { class: "unseen" }, "used by "));
  const marks = mark === undefined ? [] : [makeElement("span", { class: "mark" }, mark)];
  return [makeNameElement(node.name, "name"), used, place, ...marks];
}

function isSame(a: Entry, b: Entry | undefined): boolean {
  if (b === undefined) return false;
  if ("node" in a) return "node" in b && a.node === b.node;
  return "cluster" in b && a.cluster === b.cluster;
}
