/** DOT export of a picture, for Graphviz and programs that read its language. Pure. */
import type { GraphPicture, PictureEdge, PictureNode } from "@sdl/model/graph";
import { checkPicture } from "../picture/check-picture.js";
import { confidencePercent, EDGE_WORDS } from "./edge-words.js";

const SHAPES: Readonly<Record<PictureNode["kind"], string>> = {
  function: "ellipse",
  method: "ellipse",
  constructor: "ellipse",
  class: "box",
  interface: "hexagon",
  type: "hexagon",
  variable: "triangle",
  module: "folder",
};

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Writes a picture as DOT. @throws {GraphPageError} `INVALID_PICTURE` */
export function toDot(picture: GraphPicture): string {
  checkPicture(picture);
  const { title, nodes, edges, clusters, notes } = picture;
  const lines = [
    "digraph sdl {",
    `  graph ${formatAttributes({ label: [title, ...notes].join("\n"), rankdir: "LR", fontname: "sans-serif" })};`,
    `  node ${formatAttributes({ fontname: "sans-serif", fontsize: 11 })};`,
  ];
  clusters.forEach(({ label }, cluster) => {
    const members = nodes.filter((node) => node.cluster === cluster);
    if (members.length === 0) return;
    lines.push(`  subgraph cluster_${cluster} {`, `    label=${quoteText(label)};`);
    lines.push(...members.map((node) => `    ${quoteText(node.id)} ${formatAttributes(nodeAttributes(node))};`), "  }");
  });
  lines.push(
    ...edges.map(
      (edge) => `  ${quoteText(edge.from)} -> ${quoteText(edge.to)} ${formatAttributes(edgeAttributes(edge))};`,
    ),
  );
  return `${lines.join("\n")}\n}\n`;
}

function nodeAttributes({ name, kind, file, line, signature, change, effect, seed }: PictureNode): Attributes {
  const fill = change !== undefined ? "#f9d7d3" : effect !== undefined ? "#fbe3c5" : undefined;
  const style = [...(fill === undefined ? [] : ["filled"]), ...(seed === true ? ["bold"] : [])].join(",");
  return {
    label: `${name}\n${file}:${line}`,
    shape: SHAPES[kind],
    tooltip: signature,
    fillcolor: fill,
    style: style === "" ? undefined : style,
  };
}

function edgeAttributes(edge: PictureEdge): Attributes {
  const { kind, confidence } = edge;
  return {
    label: kind === "call" ? undefined : EDGE_WORDS[kind],
    tooltip: `${EDGE_WORDS[kind]}, ${confidencePercent(edge)} %`,
    style: confidence < 0.6 ? "dashed" : undefined,
  };
}

function formatAttributes(values: Attributes): string {
  const said = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${typeof value === "number" ? value : quoteText(value)}`],
  );
  return `[${said.join(", ")}]`;
}

/** Quotes a text. Backslashes are escaped, because they begin escapes of Graphviz. */
function quoteText(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replace(/\r?\n/g, "\\n")
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ");
  return `"${escaped}"`;
}
