/** Details panel of the chosen symbol: facts, callers and callees, blast radius, source. */

import { countByDepth } from "../picture/blast-radius.js";
import type { GraphEdge, GraphNode } from "../picture/graph.js";
import { byImportance } from "../picture/search.js";
import type { State, Store } from "../picture/store.js";
import { counted, markOf, placeOf, reachWords } from "../picture/words.js";
import type { Actions } from "./actions.js";
import { button, byId, make, named } from "./dom.js";
import type { Host } from "./host.js";

/** What the panel reads and acts on. */
export interface DetailsOptions {
  readonly store: Store;
  readonly actions: Actions;
  readonly host: Host;
  /** Names of edge kinds by number. */
  readonly edgeKinds: readonly string[];
  readonly clusters: readonly string[];
}

/** Limit of list entries; further ones are counted. */
const MOST_LISTED = 100;

/** The panel; it refills itself when the state changes. */
export class Details {
  private readonly element = byId("chosen");

  constructor(private readonly options: DetailsOptions) {
    options.store.onChange((state, before) => {
      const isOther = ["chosen", "blast", "hiddenKinds", "minConfidence"].some(
        (name) => state[name as keyof State] !== before[name as keyof State],
      );
      if (isOther) this.fill();
    });
    this.fill();
  }

  /** Moves the focus to the source. @returns false if none is shown */
  focusSource(): boolean {
    const source = this.element.querySelector<HTMLElement>("pre.source");
    source?.focus();
    return source !== null;
  }

  private fill(): void {
    const { store } = this.options;
    const { chosen, blast } = store.state;
    byId("about").hidden = chosen !== undefined;
    this.element.hidden = chosen === undefined;
    byId("panel").scrollTop = 0;
    if (chosen === undefined) {
      this.element.replaceChildren();
      return;
    }
    const node = store.graph.node(chosen);
    const incoming = store.graph.edgesTo(chosen, store.state);
    const outgoing = store.graph.edgesFrom(chosen, store.state);
    this.element.replaceChildren(
      ...this.heading(node),
      this.buttons(node, blast !== undefined),
      ...(blast === undefined ? [] : [this.blast(blast)]),
      ...this.source(node),
      this.relations("Used by", incoming, ({ from }) => from),
      this.relations("Uses", outgoing, ({ to }) => to),
    );
  }

  private heading(node: GraphNode): readonly HTMLElement[] {
    const { clusters } = this.options;
    const facts = [node.exported ? `exported ${node.kind}` : node.kind, `used by ${node.fanIn}`, `uses ${node.fanOut}`];
    const mark = markOf(node);
    const because = node.effect?.reason ?? "";
    return [
      make("h2", {}, named(node.name)),
      make("p", { class: "place" }, named(placeOf(node))),
      make("p", {}, facts.join(" · ")),
      make("p", { class: "place" }, "Cluster: ", named(clusters[node.cluster] ?? "")),
      ...(mark === undefined ? [] : [make("p", { class: "mark" }, mark)]),
      ...(because === "" ? [] : [make("p", { class: "hint" }, named(because))]),
      ...(node.signature === ""
        ? []
        : [make("pre", { class: "signature", tabindex: "0", "aria-label": "Signature" }, node.signature)]),
    ];
  }

  private buttons(node: GraphNode, isBlast: boolean): HTMLElement {
    const { actions, host } = this.options;
    const toggle = () => (isBlast ? actions.choose(node) : actions.blastRadius(node));
    const blast = button("Blast radius", () => this.go(toggle), {
      "aria-pressed": String(isBlast),
      id: "blast-button",
    });
    return make(
      "div",
      { class: "buttons", role: "group", "aria-label": "Actions" },
      blast,
      button("Find in graph", () => actions.find(node)),
      button(host.openWords, () => actions.open(node)),
      button("Close", () => {
        while (actions.back());
        byId("list").focus();
      }),
    );
  }

  private blast(depths: ReadonlyMap<number, number>): HTMLElement {
    const { graph } = this.options.store;
    const counts = countByDepth(depths);
    const section = make("section", { "aria-label": "Blast radius", class: "blast" });
    section.append(make("h3", {}, "Blast radius"), make("p", {}, `A change may reach ${reachWords(counts)}.`));
    let left = MOST_LISTED;
    for (const [i, count] of counts.entries()) {
      if (left <= 0) break;
      const nodes = [...depths].filter(([, depth]) => depth === i + 1).map(([node]) => graph.node(node));
      const title = `${i + 1} ${i === 0 ? "step" : "steps"} away (${count})`;
      const items = nodes.sort(byImportance).map((node) => ({ node, note: node.kind }));
      section.append(make("h4", {}, title), this.list(items, left));
      left -= count;
    }
    return section;
  }

  private relations(title: string, edges: readonly GraphEdge[], end: (edge: GraphEdge) => number): HTMLElement {
    const { store, edgeKinds } = this.options;
    const byNode = new Map<number, GraphEdge[]>();
    for (const edge of edges) byNode.set(end(edge), [...(byNode.get(end(edge)) ?? []), edge]);
    const items = [...byNode].map(([node, own]) => ({
      node: store.graph.node(node),
      note: own.map(({ kind, confidence }) => `${edgeKinds[kind] ?? ""} ${confidence} %`).join(", "),
    }));
    items.sort((a, b) => byImportance(a.node, b.node));
    const section = make("section", { "aria-label": title });
    section.append(make("h3", {}, `${title} (${items.length})`));
    section.append(items.length === 0 ? make("p", { class: "hint" }, "Nothing in this picture.") : this.list(items));
    return section;
  }

  private list(items: readonly { readonly node: GraphNode; readonly note: string }[], most = MOST_LISTED): HTMLElement {
    const { actions } = this.options;
    const shown = items.slice(0, most).map(({ node, note }) => {
      const parts = [
        named(node.name, "name"),
        make("span", { class: "place" }, named(`${placeOf(node)}`), ` · ${note}`),
      ];
      return make(
        "li",
        {},
        button(node.name, () => this.go(() => actions.choose(node)), { class: "link" }, ...parts),
      );
    });
    const more = items.length - shown.length;
    if (more > 0) shown.push(make("li", { class: "hint" }, `and ${counted(more, "more", "more")}`));
    return make("ul", {}, ...shown);
  }

  /** Chooses and moves the focus to the top of the panel, because the pressed button is gone then. */
  private go(choose: () => void): void {
    choose();
    this.element.querySelector<HTMLElement>("button")?.focus();
  }

  private source({ source }: GraphNode): readonly HTMLElement[] {
    if (source === undefined) return [];
    const lines = source.text.split("\n");
    const code = make("pre", {
      class: "source",
      tabindex: "0",
      role: "region",
      "aria-label": `Source from line ${source.line}`,
    });
    lines.forEach((line, i) => {
      code.append(make("span", { class: "number", "aria-hidden": "true" }, String(source.line + i)), `${line}\n`);
    });
    return [
      make("h3", {}, "Source"),
      code,
      ...(source.isCut ? [make("p", { class: "hint" }, "Only its first lines are shown.")] : []),
    ];
  }
}
