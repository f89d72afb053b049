/**
 * Data format of a page: the picture as tables of short rows, with places. Shared by the code in the page and the code
 * that makes it.
 */
import type { PictureChange, PictureSubject } from "@sdl/model/graph";

/**
 * `[name, kind, file, line, cluster, fanIn, fanOut, x, y, radius, signature, exported]`; kind and file are indexes into
 * tables.
 */
export type NodeRow = readonly [
  name: string,
  kind: number,
  file: number,
  line: number,
  cluster: number,
  fanIn: number,
  fanOut: number,
  x: number,
  y: number,
  radius: number,
  signature: string,
  exported: 0 | 1,
];

/** `[from, to, kind, confidence]`: node numbers, an index into the edge kinds, percent. */
type EdgeRow = readonly [from: number, to: number, kind: number, confidence: number];

/** Where a page is shown: in a browser, in an editor's webview, or by an MCP client beside an answer (MCP Apps). */
export type PagePlace = "browser" | "editor" | "app";

/** Data of a page without a picture: the page requests the picture from its client. */
export interface AppData {
  /** The server's tool that returns pictures. */
  readonly tool: string;
  /** Version of the program that made the page. */
  readonly version: string;
}

/** Data of a page with a picture. */
export interface PageData {
  readonly subject: PictureSubject;
  readonly title: string;
  readonly repository: string;
  readonly notes: readonly string[];
  readonly kinds: readonly string[];
  readonly edgeKinds: readonly string[];
  readonly files: readonly string[];
  readonly clusters: readonly string[];
  readonly nodes: readonly NodeRow[];
  readonly edges: readonly EdgeRow[];
  /** `[cluster, x, y, radius]` */
  readonly islands: readonly (readonly [number, number, number, number])[];
  /** `[text, x, y]` */
  readonly headings: readonly (readonly [string, number, number])[];
  /** Node numbers. */
  readonly seeds: readonly number[];
  /** `[node, type, risk]`; -1 is an unknown risk */
  readonly changes: readonly (readonly [number, PictureChange["type"], number])[];
  /** `[node, distance, reason]` */
  readonly effects: readonly (readonly [number, number, string])[];
  /** `[node, first line, text, whether it is cut]` */
  readonly sources: readonly (readonly [number, number, string, 0 | 1])[];
  /** Whether clusters are closed at first, because the picture has too many nodes. */
  readonly startsClosed: boolean;
  readonly place: PagePlace;
}
