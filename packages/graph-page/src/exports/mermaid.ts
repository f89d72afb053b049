/** Mermaid export of a picture: clusters are subgraphs; changed and affected symbols are classes. Pure. */
import type { GraphPicture, PictureEdge, PictureNode } from "@sdl/model/graph";
import { checkPicture } from "../picture/check-picture.js";
import { EDGE_WORDS } from "./edge-words.js";

const ARROWS: Readonly<Record<PictureEdge["kind"], string>> = {
  call: "-->",
  config: "-.->",
  import: "-.->",
  extends: "==>",
  implements: "==>",
  uses: "-.->",
};

/** Brackets of each kind, which give the node's outline. */
const BRACKETS: Readonly<Record<PictureNode["kind"], readonly [string, string]>> = {
  function: ["(", ")"],
  method: ["(", ")"],
  constructor: ["(", ")"],
  class: ["[", "]"],
  interface: ["{{", "}}"],
  type: ["{{", "}}"],
  variable: [">", "]"],
  module: ["[[", "]]"],
};

const CLASSES = [
  "classDef seed stroke-width:3px,font-weight:bold",
  "classDef changed fill:#f9d7d3,stroke:#b3261e,color:#3b0a07",
  "classDef affected fill:#fbe3c5,stroke:#a86200,color:#3a2200",
];

/** Writes a picture as a Mermaid flowchart. @throws {GraphPageError} `INVALID_PICTURE` */
export function toMermaid(picture: GraphPicture): string {
  checkPicture(picture);
  const { nodes, edges, clusters, title, notes } = picture;
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const lines = ["flowchart LR", ...[title, ...notes].map((text) => `  %% ${oneLine(text)}`)];
  clusters.forEach(({ label }, cluster) => {
    const members = nodes.flatMap((node, i) => (node.cluster === cluster ? [nodeLine(node, i)] : []));
    if (members.length > 0) lines.push(`  subgraph c${cluster}["${escapeMermaid(label)}"]`, ...members, "  end");
  });
  for (const { from, to, kind } of edges) {
    const words = kind === "call" ? "" : `|"${EDGE_WORDS[kind]}"|`;
    lines.push(`  n${numbers.get(from)} ${ARROWS[kind]}${words} n${numbers.get(to)}`);
  }
  lines.push(...CLASSES.map((line) => `  ${line}`), ...classLines(nodes));
  return `${lines.join("\n")}\n`;
}

function nodeLine({ name, kind, file, line }: PictureNode, number: number): string {
  const [open, close] = BRACKETS[kind];
  const place = kind === "module" ? "" : `<br>${escapeMermaid(`${file}:${line}`)}`;
  return `    n${number}${open}"${escapeMermaid(name)}${place}"${close}`;
}

function classLines(nodes: readonly PictureNode[]): string[] {
  const named = (name: string, has: (node: PictureNode) => boolean) => {
    const members = nodes.flatMap((node, i) => (has(node) ? [`n${i}`] : []));
    return members.length === 0 ? [] : [`  class ${members.join(",")} ${name}`];
  };
  return [
    ...named("seed", ({ seed, change }) => seed === true && change === undefined),
    ...named("changed", ({ change }) => change !== undefined),
    ...named("affected", ({ effect, change }) => effect !== undefined && change === undefined),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '"': "#quot;",
  "#": "#35;",
  "&": "#amp;",
  "<": "#lt;",
  ">": "#gt;",
  "`": "#96;",
};

/** Escapes a text for double quotes. */
function escapeMermaid(text: string): string {
  return oneLine(text).replace(/["#&<>`]/g, (character) => ENTITIES[character] ?? character);
}

/**
 * On one line and without braces: a line break would end a statement, and braces after a comment sign would be a
 * directive.
 */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("{", "(")
    .replaceAll("}", ")");
}
