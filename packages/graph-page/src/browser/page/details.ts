/** Details panel of the chosen symbol: facts, callers and callees, blast radius, source. */

import { countByDepth } from "../picture/blast-radius.js";
import type { GraphEdge, GraphNode } from "../picture/graph.js";
import { compareByImportance } from "../picture/search.js";
import type { State, Store } from "../picture/store.js";
import { countWithNoun, markText, placeText, reachWords } from "../picture/words.js";
import type { Actions } from "./actions.js";
import { elementById, makeButton, makeElement, makeNameElement } from "./dom.js";
import type { Host } from "./host.js";

/** State, actions and names that the panel uses. */
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
  private readonly element = elementById("chosen");

  constructor(private readonly options: DetailsOptions) {
    options.store.onChange((state, before) => {
      const isOther = ["chosen", "blast", "hiddenKinds", "minConfidence"].some(
        (name) => state[name as keyof State] !== before[name as keyof State],
      );
      if (isOther) this.fillPanel();
    });
    this.fillPanel();
  }

  /** Moves the focus to the source. @returns false if none is shown */
  focusSource(): boolean {
    const source = this.element.querySelector<HTMLElement>("pre.source");
    source?.focus();
    return source !== null;
  }

  private fillPanel(): void {
    const { store } = this.options;
    const { chosen, blast } = store.state;
    elementById("about").hidden = chosen !== undefined;
    this.element.hidden = chosen === undefined;
    elementById("panel").scrollTop = 0;
    if (chosen === undefined) {
      this.element.replaceChildren();
      return;
    }
    const node = store.graph.node(chosen);
    const incoming = store.graph.edgesTo(chosen, store.state);
    const outgoing = store.graph.edgesFrom(chosen, store.state);
    this.element.replaceChildren(
      ...this.makeHeading(node),
      this.makeButtons(node, blast !== undefined),
      ...(blast === undefined ? [] : [this.makeBlastList(blast)]),
      ...this.makeSourceParts(node),
      this.makeRelationList("Used by", incoming, ({ from }) => from),
      this.makeRelationList("Uses", outgoing, ({ to }) => to),
    );
  }

  private makeHeading(node: GraphNode): readonly HTMLElement[] {
    const { clusters } = this.options;
    const facts = [node.exported ? `exported ${node.kind}` : node.kind, `used by ${node.fanIn}`, `uses ${node.fanOut}`];
    const mark = markText(node);
    const because = node.effect?.reason ?? "";
    return [
      makeElement("h2", {}, makeNameElement(node.name)),
      makeElement("p", { class: "place" }, makeNameElement(placeText(node))),
      makeElement("p", {}, facts.join(" · ")),
      makeElement("p", { class: "place" }, "Cluster: ", makeNameElement(clusters[node.cluster] ?? "")),
      ...(mark === undefined ? [] : [makeElement("p", { class: "mark" }, mark)]),
      ...(because === "" ? [] : [makeElement("p", { class: "hint" }, makeNameElement(because))]),
      ...(node.signature === ""
        ? []
        : [makeElement("pre", { class: "signature", tabindex: "0", "aria-label": "Signature" }, node.signature)]),
    ];
  }

  private makeButtons(node: GraphNode, isBlast: boolean): HTMLElement {
    const { actions, host } = this.options;
    const toggle = () => (isBlast ? actions.chooseNode(node) : actions.blastRadius(node));
    const blast = makeButton("Blast radius", () => this.chooseAndFocusTop(toggle), {
      "aria-pressed": String(isBlast),
      id: "blast-button",
    });
    return makeElement(
      "div",
      { class: "buttons", role: "group", "aria-label": "Actions" },
      blast,
      makeButton("Find in graph", () => actions.find(node)),
      makeButton(host.openWords, () => actions.open(node)),
      makeButton("Close", () => {
        while (actions.goBack());
        elementById("list").focus();
      }),
    );
  }

  private makeBlastList(depths: ReadonlyMap<number, number>): HTMLElement {
    const { graph } = this.options.store;
    const counts = countByDepth(depths);
    const section = makeElement("section", { "aria-label": "Blast radius", class: "blast" });
    section.append(
      makeElement("h3", {}, "Blast radius"),
      makeElement("p", {}, `A change may reach ${reachWords(counts)}.`),
    );
    let left = MOST_LISTED;
    for (const [i, count] of counts.entries()) {
      if (left <= 0) break;
      const nodes = [...depths].filter(([, depth]) => depth === i + 1).map(([node]) => graph.node(node));
      const title = `${i + 1} ${i === 0 ? "step" : "steps"} away (${count})`;
      const items = nodes.sort(compareByImportance).map((node) => ({ node, note: node.kind }));
      section.append(makeElement("h4", {}, title), this.list(items, left));
      left -= count;
    }
    return section;
  }

  private makeRelationList(title: string, edges: readonly GraphEdge[], end: (edge: GraphEdge) => number): HTMLElement {
    const { store, edgeKinds } = this.options;
    const byNode = new Map<number, GraphEdge[]>();
    for (const edge of edges) byNode.set(end(edge), [...(byNode.get(end(edge)) ?? []), edge]);
    const items = [...byNode].map(([node, own]) => ({
      node: store.graph.node(node),
      note: own.map(({ kind, confidence }) => `${edgeKinds[kind] ?? ""} ${confidence} %`).join(", "),
    }));
    items.sort((a, b) => compareByImportance(a.node, b.node));
    const section = makeElement("section", { "aria-label": title });
    section.append(makeElement("h3", {}, `${title} (${items.length})`));
    section.append(
      items.length === 0 ? makeElement("p", { class: "hint" }, "Nothing in this picture.") : this.list(items),
    );
    return section;
  }

  private list(items: readonly { readonly node: GraphNode; readonly note: string }[], most = MOST_LISTED): HTMLElement {
    const { actions } = this.options;
    const shown = items.slice(0, most).map(({ node, note }) => {
      const parts = [
        makeNameElement(node.name, "name"),
        makeElement("span", { class: "place" }, makeNameElement(`${placeText(node)}`), ` · ${note}`),
      ];
      return makeElement(
        "li",
        {},
        makeButton(
          node.name,
          () => this.chooseAndFocusTop(() => actions.chooseNode(node)),
          { class: "link" },
          ...parts,
        ),
      );
    });
    const more = items.length - shown.length;
    if (more > 0) shown.push(makeElement("li", { class: "hint" }, `and ${countWithNoun(more, "more", "more")}`));
    return makeElement("ul", {}, ...shown);
  }

  /** Chooses a node and moves the focus to the top of the panel, because the pressed button has disappeared. */
  private chooseAndFocusTop(choose: () => void): void {
    choose();
    this.element.querySelector<HTMLElement>("button")?.focus();
  }

  private makeSourceParts({ source }: GraphNode): readonly HTMLElement[] {
    if (source === undefined) return [];
    const lines = source.text.split("\n");
    const code = makeElement("pre", {
      class: "source",
      tabindex: "0",
      role: "region",
      "aria-label": `Source from line ${source.line}`,
    });
    lines.forEach((line, i) => {
      code.append(
        makeElement("span", { class: "number", "aria-hidden": "true" }, String(source.line + i)),
        `${line}\n`,
      );
    });
    return [
      makeElement("h3", {}, "Source"),
      code,
      ...(source.isCut ? [makeElement("p", { class: "hint" }, "Only its first lines are shown.")] : []),
    ];
  }
}
