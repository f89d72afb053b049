import dotparser from "dotparser";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { toDot, toGraphml, toMermaid } from "../src/index.js";
import { HARD_NAMES, pictureOf } from "./support/small-picture.js";

const PICTURE = pictureOf(
  [
    { name: "total", seed: true, fanIn: 2, signature: "total(lines: Line[]): number" },
    { name: "Cart", kind: "class", cluster: 1, change: { type: "modified", risk: 62 } },
    { name: "src/a.ts", kind: "module", effect: { distance: 1, reason: "imports Cart" } },
  ],
  [
    [0, 1],
    [2, 1, { kind: "import", confidence: 0.5 }],
  ],
  { title: "What a change reaches", notes: ["3 of 9 symbols."] },
);

test("in Mermaid, clusters are subgraphs and marks are classes", () => {
  expect(toMermaid(PICTURE)).toBe(`flowchart LR
  %% What a change reaches
  %% 3 of 9 symbols.
  subgraph c0["src"]
    n0("total<br>src/a.ts:1")
    n2[["src/a.ts"]]
  end
  subgraph c1["lib"]
    n1["Cart<br>src/a.ts:2"]
  end
  n0 --> n1
  n2 -.->|"imports"| n1
  classDef seed stroke-width:3px,font-weight:bold
  classDef changed fill:#f9d7d3,stroke:#b3261e,color:#3b0a07
  classDef affected fill:#fbe3c5,stroke:#a86200,color:#3a2200
  class n0 seed
  class n1 changed
  class n2 affected
`);
});

/** Lines that the grammar of flowcharts allows. A quoted text contains no quote, backtick or line break. */
const TEXT = '"(?:[^"`#{}]|#(?:quot|amp|lt|gt|35|96);)*"';
const MERMAID_LINES = [
  /^flowchart LR$/,
  /^ {2}%% [^{}]*$/,
  new RegExp(`^ {2}subgraph c\\d+\\[${TEXT}\\]$`),
  new RegExp(`^ {4}n\\d+(?:\\(${TEXT}\\)|\\[${TEXT}\\]|\\{\\{${TEXT}\\}\\}|>${TEXT}\\]|\\[\\[${TEXT}\\]\\])$`),
  /^ {2}end$/,
  /^ {2}n\d+ (?:-->|-\.->|==>)(?:\|"[a-z]+"\|)? n\d+$/,
  /^ {2}classDef \w+ [\w:#,-]+$/,
  /^ {2}class n\d+(?:,n\d+)* \w+$/,
  /^$/,
];

function expectMermaid(text: string): void {
  for (const line of text.split("\n"))
    expect(
      MERMAID_LINES.some((pattern) => pattern.test(line)),
      JSON.stringify(line),
    ).toBe(true);
}

test("in Mermaid, hostile names stay inside their quotes", () => {
  const clusters = HARD_NAMES.map((label) => ({ label }));
  const named = HARD_NAMES.map(
    (name, cluster) => ({ name, cluster, kind: cluster % 2 === 0 ? "type" : "variable" }) as const,
  );
  expectMermaid(toMermaid(pictureOf(named, [[0, 1]], { clusters, title: HARD_NAMES.join(""), notes: HARD_NAMES })));
});

interface DotNode {
  readonly type: string;
  readonly node_id?: { readonly id: string };
  readonly attr_list?: readonly { readonly id: string; readonly eq: string }[];
  readonly edge_list?: readonly { readonly id: string }[];
  readonly children?: readonly DotNode[];
}

function all(children: readonly DotNode[] = []): readonly DotNode[] {
  return children.flatMap((child) => [child, ...all(child.children)]);
}

test("the DOT export parses and has the picture's nodes and edges", () => {
  const [graph] = dotparser(toDot(PICTURE)) as unknown as readonly [DotNode];
  const statements = all(graph.children);
  const nodes = statements.filter(({ type }) => type === "node_stmt").map(({ node_id }) => node_id?.id);
  const edges = statements
    .filter(({ type }) => type === "edge_stmt")
    .map(({ edge_list }) => edge_list?.map(({ id }) => id));
  expect(nodes).toEqual(["n0", "n2", "n1"]);
  expect(edges).toEqual([
    ["n0", "n1"],
    ["n2", "n1"],
  ]);
  const cart = statements.find(({ node_id }) => node_id?.id === "n1")?.attr_list ?? [];
  expect(Object.fromEntries(cart.map(({ id, eq }) => [id, eq]))).toMatchObject({ shape: "box", fillcolor: "#f9d7d3" });
  expect(statements.filter(({ type }) => type === "subgraph")).toHaveLength(2);
});

/** Elements by name, with attributes and text. @throws if the text is no XML */
function parseXml(
  text: string,
): { readonly name: string; readonly attributes: Record<string, string>; text: string }[] {
  const parser = new SaxesParser();
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof found = [];
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, text: "" };
    found.push(element);
    open.push(element);
  });
  parser.on("text", (piece) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += piece;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return found;
}

test("the GraphML export parses, and every property has a typed key", () => {
  const elements = parseXml(toGraphml(PICTURE));
  const keys = new Map(
    elements.filter(({ name }) => name === "key").map(({ attributes }) => [attributes["id"], attributes]),
  );
  for (const { attributes } of elements.filter(({ name }) => name === "data"))
    expect(keys.has(attributes["key"])).toBe(true);
  expect(keys.get("fanIn")?.["attr.type"]).toBe("int");
  const count = (wanted: string) => elements.filter(({ name }) => name === wanted).length;
  expect([count("node"), count("edge")]).toEqual([3, 2]);
  expect(elements.filter(({ attributes }) => attributes["key"] === "risk").map(({ text }) => text)).toEqual(["62"]);
  expect(
    elements.filter(({ attributes }) => attributes["key"] === "confidencePercent").map(({ text }) => text),
  ).toEqual(["100", "50"]);
});

test("hostile names survive in DOT and GraphML", () => {
  const picture = pictureOf(HARD_NAMES, [[0, 1]], { title: HARD_NAMES.join("") });
  const names = parseXml(toGraphml(picture)).filter(({ attributes }) => attributes["key"] === "name");
  // XML normalises line breaks; characters that it cannot contain are replaced.
  const expected = HARD_NAMES.map((name) =>
    name.toWellFormed().replace(/\r\n/g, "\n").replaceAll("\0", "\ufffd").replaceAll("\u0007", "\ufffd"),
  );
  expect(names.map(({ text }) => text)).toEqual(expected);
  const [graph] = dotparser(toDot(picture)) as unknown as readonly [DotNode];
  expect(all(graph.children).filter(({ type }) => type === "node_stmt")).toHaveLength(HARD_NAMES.length);
});

test("any names give text that parses", () => {
  const texts = fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(texts, (names) => {
      const picture = pictureOf(names, [[0, 1]], { title: names.join(" "), notes: names });
      expectMermaid(toMermaid(picture));
      expect(parseXml(toGraphml(picture)).filter(({ name }) => name === "node")).toHaveLength(names.length);
      const [graph] = dotparser(toDot(picture)) as unknown as readonly [DotNode];
      expect(all(graph.children).filter(({ type }) => type === "node_stmt")).toHaveLength(names.length);
    }),
    { numRuns: 30 },
  );
});

test("every export refuses an invalid picture", () => {
  for (const write of [toMermaid, toDot, toGraphml])
    expect(() => write(pictureOf(["a"], [[0, 5]]))).toThrow(/edges\[0\]/);
});
