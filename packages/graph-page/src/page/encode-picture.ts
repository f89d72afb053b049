/** Encoder from a picture to the page's data. Pure: equal pictures give equal data. */
import type { GraphPicture } from "@sdl/model/graph";
import { layOutColumns } from "../layout/columns.js";
import { layOutIslands } from "../layout/islands.js";
import { computeRelations } from "../picture/relations.js";
import type { NodeRow, PageData, PagePlace } from "./page-data.js";

/** Pictures with more nodes show closed clusters first. */
const MOST_OPEN = 5000;

/** How a picture is laid out, and where its page is shown. */
export interface EncodeOptions {
  /** Default: columns for symbols and deltas, islands for other pictures. */
  readonly layout?: "islands" | "columns";
  /** Default: a browser. */
  readonly place?: PagePlace;
}

/** Lays a picture out and encodes it. @param picture checked before */
export function encodePicture(picture: GraphPicture, { layout, place = "browser" }: EncodeOptions = {}): PageData {
  const { subject, nodes, edges, clusters } = picture;
  const kinds = new NumberedTexts();
  const edgeKinds = new NumberedTexts();
  const files = new NumberedTexts();
  const relations = computeRelations(picture);
  const isColumns = (layout ?? (subject === "symbol" || subject === "delta" ? "columns" : "islands")) === "columns";
  const { places, radii, islands, headings } = (isColumns ? layOutColumns : layOutIslands)(picture, relations);
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const rows = nodes.map((node, i): NodeRow => {
    const { x = 0, y = 0 } = places[i] ?? {};
    const { name, kind, file, line, cluster, fanIn, fanOut, signature = "", exported } = node;
    const place = [kinds.numberOfText(kind), files.numberOfText(file), line, cluster] as const;
    return [name, ...place, fanIn, fanOut, x, y, radii[i] ?? 0, signature, exported === true ? 1 : 0];
  });
  const edgeRows = edges.map(
    ({ from, to, kind, confidence }) =>
      [
        numbers.get(from) ?? 0,
        numbers.get(to) ?? 0,
        edgeKinds.numberOfText(kind),
        Math.round(confidence * 100),
      ] as const,
  );
  return {
    ...{ subject, title: picture.title, repository: picture.repository, notes: picture.notes },
    ...{ kinds: kinds.texts, edgeKinds: edgeKinds.texts, files: files.texts },
    clusters: clusters.map(({ label }) => label),
    nodes: rows,
    edges: edgeRows,
    islands: islands.map(({ cluster, x, y, radius }) => [cluster, x, y, radius] as const),
    headings: headings.map(({ text, x, y }) => [text, x, y] as const),
    ...rareProperties(picture),
    startsClosed: !isColumns && nodes.length > MOST_OPEN,
    place,
  };
}

/** Properties that only few nodes have, by node number. */
function rareProperties({ nodes }: GraphPicture): Pick<PageData, "seeds" | "changes" | "effects" | "sources"> {
  const seeds: number[] = [];
  const changes: PageData["changes"][number][] = [];
  const effects: PageData["effects"][number][] = [];
  const sources: PageData["sources"][number][] = [];
  nodes.forEach(({ seed, change, effect, source }, i) => {
    if (seed === true) seeds.push(i);
    if (change !== undefined) changes.push([i, change.type, change.risk ?? -1]);
    if (effect !== undefined) effects.push([i, effect.distance, effect.reason ?? ""]);
    if (source !== undefined) sources.push([i, source.startLine, source.text, source.isCut === true ? 1 : 0]);
  });
  return { seeds, changes, effects, sources };
}

/** Table of repeated texts, numbered in order of first use. */
class NumberedTexts {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOfText(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
