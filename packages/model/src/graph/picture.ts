/**
 * Graph picture: a part of a symbol graph as plain values, without handles or versions. These types are the only ones shared by the code that
 * selects the part and the code that draws it.
 */
import type { EdgeKind, SymbolKind } from "../kinds.js";

/** Parts of a repository that a picture can show. */
export const PICTURE_SUBJECTS = ["symbol", "slice", "delta", "repository"] as const;
/** One of {@link PICTURE_SUBJECTS}. */
export type PictureSubject = (typeof PICTURE_SUBJECTS)[number];

/** Lines of a symbol's source, with secrets masked. */
export interface PictureSource {
  /** Line number of the first line, from 1. */
  readonly startLine: number;
  readonly text: string;
  /** Whether the symbol has further lines. */
  readonly isCut?: boolean;
}

/** Change of a symbol between two versions. */
export interface PictureChange {
  readonly type: "added" | "removed" | "modified";
  /** Risk, 0..100. */
  readonly risk?: number;
}

/** Effect of a change on a symbol in the blast radius. */
export interface PictureEffect {
  /** Number of steps from the nearest change, from 1. */
  readonly distance: number;
  /** Path from the change to the symbol, in words. */
  readonly reason?: string;
}

/** A symbol in a picture. */
export interface PictureNode {
  /** Unique within the picture. */
  readonly id: string;
  /** Qualified name such as `Class.method`; for a module its path. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** Path relative to the repository's root, with `/`. */
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Index into the picture's clusters. */
  readonly cluster: number;
  readonly signature?: string;
  readonly exported?: boolean;
  /** Number of distinct symbols that refer to it, in the whole graph. */
  readonly fanIn: number;
  /** Number of distinct symbols that it refers to, in the whole graph. */
  readonly fanOut: number;
  readonly source?: PictureSource;
  /** Whether the picture starts from this symbol. */
  readonly seed?: boolean;
  readonly change?: PictureChange;
  readonly effect?: PictureEffect;
}

/** A reference from `from` to `to`. */
export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** Confidence, 0..1. */
  readonly confidence: number;
}

/** A group of symbols with more edges among each other than to other symbols, or of symbols in one folder. */
export interface PictureCluster {
  readonly label: string;
}

/** Nodes, edges and clusters with a title and notes. */
export interface GraphPicture {
  readonly subject: PictureSubject;
  /** One line: the symbol, the task, the two versions, or the repository. */
  readonly title: string;
  /** Name of the repository. */
  readonly repository: string;
  /** Nodes in a stable order. */
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly clusters: readonly PictureCluster[];
  /** Notes for the reader, such as omitted parts; plain sentences. */
  readonly notes: readonly string[];
}
