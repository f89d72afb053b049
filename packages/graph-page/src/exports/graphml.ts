/**
 * GraphML export of a picture, for programs that analyse graphs. Every property of nodes and edges is a typed key.
 * Pure.
 */
import type { GraphPicture, PictureEdge, PictureNode } from "@sdl/model/graph";
import { checkPicture } from "../picture/check-picture.js";
import { confidencePercent } from "./edge-words.js";

type Value = string | number | boolean | undefined;
type KeyType = "string" | "int" | "boolean";

const NODE_KEYS: readonly (readonly [
  name: string,
  type: KeyType,
  value: (node: PictureNode, clusters: readonly string[]) => Value,
])[] = [
  ["name", "string", ({ name }) => name],
  ["kind", "string", ({ kind }) => kind],
  ["file", "string", ({ file }) => file],
  ["line", "int", ({ line }) => line],
  ["cluster", "string", ({ cluster }, clusters) => clusters[cluster]],
  ["signature", "string", ({ signature }) => signature],
  ["exported", "boolean", ({ exported }) => exported === true],
  ["fanIn", "int", ({ fanIn }) => fanIn],
  ["fanOut", "int", ({ fanOut }) => fanOut],
  ["start", "boolean", ({ seed }) => seed],
  ["change", "string", ({ change }) => change?.type],
  ["risk", "int", ({ change }) => (change?.risk === undefined ? undefined : Math.round(change.risk))],
  ["distance", "int", ({ effect }) => effect?.distance],
];

const EDGE_KEYS: readonly (readonly [name: string, type: KeyType, value: (edge: PictureEdge) => Value])[] = [
  ["edgeKind", "string", ({ kind }) => kind],
  ["confidencePercent", "int", confidencePercent],
];

/** Writes a picture as GraphML. @throws {GraphPageError} `INVALID_PICTURE` */
export function toGraphml(picture: GraphPicture): string {
  checkPicture(picture);
  const clusters = picture.clusters.map(({ label }) => label);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...NODE_KEYS.map(([name, type]) => keyLine(name, type, "node")),
    ...EDGE_KEYS.map(([name, type]) => keyLine(name, type, "edge")),
    `  <graph id="sdl" edgedefault="directed">`,
    `    <desc>${escapeXml([picture.title, ...picture.notes].join("\n"))}</desc>`,
  ];
  for (const node of picture.nodes) {
    const data = NODE_KEYS.map(([name, , value]) => dataText(name, value(node, clusters))).join("");
    lines.push(`    <node id="${escapeXml(node.id)}">${data}</node>`);
  }
  for (const edge of picture.edges) {
    const data = EDGE_KEYS.map(([name, , value]) => dataText(name, value(edge))).join("");
    lines.push(`    <edge source="${escapeXml(edge.from)}" target="${escapeXml(edge.to)}">${data}</edge>`);
  }
  return `${[...lines, "  </graph>", "</graphml>"].join("\n")}\n`;
}

function keyLine(name: string, type: KeyType, domain: string): string {
  return `  <key id="${name}" for="${domain}" attr.name="${name}" attr.type="${type}"/>`;
}

function dataText(name: string, value: Value): string {
  return value === undefined ? "" : `<data key="${name}">${escapeXml(String(value))}</data>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes a text; characters that XML cannot contain become replacement characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
