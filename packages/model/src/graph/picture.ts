/**
 * A part of a symbol graph as a picture shows it: plain values, without handles or versions of a store. Whoever chooses the part and whoever draws it
 * share these types and nothing else.
 */
import type { EdgeKind, SymbolKind } from "../kinds.js";

/** What a picture is of. */
export const PICTURE_SUBJECTS = ["symbol", "slice", "delta", "repository"] as const;
export type PictureSubject = (typeof PICTURE_SUBJECTS)[number];

/** Lines of a symbol's source, secrets masked. */
export interface PictureSource {
  /** From 1. */
  readonly startLine: number;
  readonly text: string;
  /** Whether the symbol has more lines than these. */
  readonly isCut?: boolean;
}

/** What a comparison of two versions says of a symbol. */
export interface PictureChange {
  readonly type: "added" | "removed" | "modified";
  /** 0..100. */
  readonly risk?: number;
}

/** That a change may reach a symbol. */
export interface PictureEffect {
  /** Steps from the nearest change, from 1. */
  readonly distance: number;
  /** The way from the change to the symbol, in words. */
  readonly reason?: string;
}

export interface PictureNode {
  /** Unique in the picture. */
  readonly id: string;
  /** `Class.method`; a module's is its path. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** Relative to the repository's root, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** An index into the picture's clusters. */
  readonly cluster: number;
  readonly signature?: string;
  readonly exported?: boolean;
  /** Distinct symbols that refer to it, in the whole graph. */
  readonly fanIn: number;
  /** Distinct symbols that it refers to, in the whole graph. */
  readonly fanOut: number;
  readonly source?: PictureSource;
  /** Whether the picture starts from it. */
  readonly seed?: boolean;
  readonly change?: PictureChange;
  readonly effect?: PictureEffect;
}

/** `from` refers to `to`. */
export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** 0..1. */
  readonly confidence: number;
}

/** Symbols that lean on each other more than on the rest, or that lie in one folder. */
export interface PictureCluster {
  readonly label: string;
}

export interface GraphPicture {
  readonly subject: PictureSubject;
  /** One line: the symbol, the task, the two versions or the repository. */
  readonly title: string;
  /** Of the repository. */
  readonly repository: string;
  /** In any order that is always the same. */
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly clusters: readonly PictureCluster[];
  /** What a reader must know, such as what was left out; plain sentences. */
  readonly notes: readonly string[];
}
