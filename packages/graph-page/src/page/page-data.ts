/** What the page is given: the picture in columns of short rows, with places. The code in the page and the code that makes the page share this form. */
import type { PictureChange, PictureSubject } from "@sdl/model/graph";

/** `[name, kind, file, line, cluster, fanIn, fanOut, x, y, radius, signature, exported]`; kind and file are numbers into tables. */
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

/** `[from, to, kind, confidence]`: numbers of nodes, a number into the table of kinds, hundredths. */
type EdgeRow = readonly [from: number, to: number, kind: number, confidence: number];

/** What shows a page: a browser alone, an editor in a webview, or a client of a protocol server beside an answer (MCP Apps). */
export type PagePlace = "browser" | "editor" | "app";

/** What a page without a picture is given: it asks its client for one. */
export interface AppData {
  /** The server's tool that gives pictures. */
  readonly tool: string;
  /** Of the program that made the page. */
  readonly version: string;
}

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
  /** Numbers of nodes. */
  readonly seeds: readonly number[];
  /** `[node, type, risk]`; a risk of -1 is unknown */
  readonly changes: readonly (readonly [number, PictureChange["type"], number])[];
  /** `[node, distance, reason]` */
  readonly effects: readonly (readonly [number, number, string])[];
  /** `[node, first line, text, whether there is more]` */
  readonly sources: readonly (readonly [number, number, string, 0 | 1])[];
  /** Whether clusters are closed at first: so many nodes are no picture. */
  readonly startsClosed: boolean;
  readonly place: PagePlace;
}
