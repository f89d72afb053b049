/** User actions on a node or cluster, from the picture, the list or the details. Each announces its result. */

import type { Scene } from "../drawing/scene.js";
import type { Stage } from "../drawing/stage.js";
import { countByDepth } from "../picture/blast-radius.js";
import type { GraphNode } from "../picture/graph.js";
import type { Store } from "../picture/store.js";
import { countWithNoun, reachWords } from "../picture/words.js";
import type { Host } from "./host.js";
import { announceToScreenReader } from "./live.js";

/** Store, scene, stage and host that actions use. */
export interface Parts {
  readonly store: Store;
  readonly scene: Scene;
  readonly stage: Stage;
  readonly host: Host;
}

/** Actions of one page, called by buttons and keys. */
export class Actions {
  constructor(private readonly parts: Parts) {}

  chooseNode(node: GraphNode): void {
    const { store } = this.parts;
    store.choose(node);
    const { callers, callees } = this.neighbours(node);
    announceToScreenReader(
      `${node.name}: ${countWithNoun(callers.length, "caller")}, ${countWithNoun(callees.length, "callee")} in this picture.`,
    );
  }

  blastRadius(node: GraphNode): void {
    const { store } = this.parts;
    store.showBlastRadius(node);
    const counts = countByDepth(store.state.blast ?? new Map());
    announceToScreenReader(`A change of ${node.name} may reach ${reachWords(counts)}.`);
  }

  /** Moves the camera to a node and its neighbours. */
  find(node: GraphNode): void {
    const { store, stage } = this.parts;
    if (store.state.chosen !== node.number) store.choose(node);
    const { callers, callees } = this.neighbours(node);
    stage.show([node, ...[...callers, ...callees].slice(0, MOST_BESIDE)]);
    announceToScreenReader(`The picture shows ${node.name}.`);
  }

  open(node: GraphNode): void {
    this.parts.host.open(node);
  }

  toggleCluster(cluster: number): void {
    const { store, scene } = this.parts;
    store.toggleCluster(cluster);
    const label = scene.data.clusters[cluster] ?? "";
    const isOpen = store.isOpen(cluster);
    if (isOpen) this.parts.stage.show(store.graph.nodes.filter((node) => node.cluster === cluster));
    announceToScreenReader(
      isOpen ? `${label} is open: ${countWithNoun(store.clusterNodeCount(cluster), "symbol")}.` : `${label} is closed.`,
    );
  }

  highlightCluster(cluster: number): void {
    const { store, scene } = this.parts;
    const isOn = store.state.cluster === cluster;
    store.highlightClusterNumber(isOn ? undefined : cluster);
    announceToScreenReader(
      isOn
        ? "The whole picture."
        : `${scene.data.clusters[cluster]}: ${countWithNoun(store.clusterNodeCount(cluster), "symbol")}.`,
    );
  }

  /** Goes one step back. @returns false if there was none */
  goBack(): boolean {
    const { store } = this.parts;
    if (!store.back()) return false;
    const { chosen } = store.state;
    announceToScreenReader(chosen === undefined ? "Nothing is chosen." : `${store.graph.node(chosen).name} is chosen.`);
    return true;
  }

  /** Callers and callees, each once, in no particular order. */
  neighbours({ number }: GraphNode): {
    readonly callers: readonly GraphNode[];
    readonly callees: readonly GraphNode[];
  } {
    const { graph, state } = this.parts.store;
    const callers = new Set(graph.edgesTo(number, state).map(({ from }) => from));
    const callees = new Set(graph.edgesFrom(number, state).map(({ to }) => to));
    return { callers: [...callers].map((one) => graph.node(one)), callees: [...callees].map((one) => graph.node(one)) };
  }
}

const MOST_BESIDE = 60;
