/**
 * Preview of the node under the pointer: place, signature and first lines, in a corner of the picture. The details
 * panel shows the same and more.
 */

import type { GraphNode } from "../picture/graph.js";
import type { Store } from "../picture/store.js";
import { markText, placeText } from "../picture/words.js";
import { elementById, makeElement, makeNameElement } from "./dom.js";

const MOST_LINES = 14;

/** The preview; it follows the pointer. */
export class NodePreview {
  private readonly element = elementById("peek");
  private dismissed: number | undefined;

  constructor(private readonly store: Store) {
    store.onChange((state, before) => {
      if (state.active !== before.active || state.chosen !== before.chosen) this.show(state.active);
    });
  }

  /** Hides the preview until another node is pointed at. @returns false if it was hidden already */
  hidePreview(): boolean {
    if (this.element.hidden) return false;
    this.dismissed = this.store.state.active;
    this.element.hidden = true;
    return true;
  }

  private show(active: number | undefined): void {
    if (active !== this.dismissed) this.dismissed = undefined;
    // The details panel shows the chosen node already.
    const isChosen = active === this.store.state.chosen;
    const isShown = active !== undefined && active !== this.dismissed && !isChosen;
    this.element.hidden = !isShown;
    if (isShown) this.element.replaceChildren(...previewParts(this.store.graph.node(active)));
  }
}

function previewParts(node: GraphNode): readonly HTMLElement[] {
  const mark = markText(node);
  const lines = node.source?.text.split("\n") ?? [];
  const code = lines.length > 0 ? lines.slice(0, MOST_LINES).join("\n") : node.signature;
  const isMore = lines.length > MOST_LINES || node.source?.isCut === true;
  return [
    makeElement("strong", {}, makeNameElement(node.name)),
    makeElement(
      "span",
      { class: "place" },
      `${node.kind} · `,
      makeNameElement(placeText(node)),
      ` · used by ${node.fanIn}`,
    ),
    ...(mark === undefined ? [] : [makeElement("span", { class: "mark" }, mark)]),
    ...(code === "" ? [] : [makeElement("pre", {}, isMore ? `${code}\n…` : code)]),
  ];
}
