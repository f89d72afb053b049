/** Small pictures for tests. */
import type { GraphPicture, PictureEdge, PictureNode } from "@sdl/model/graph";

/** @param names one node each, with ids `n0` …, all in one cluster @param edges `from to`, by number */
export function pictureOf(
  names: readonly (string | Partial<PictureNode>)[],
  edges: readonly (readonly [number, number, Partial<PictureEdge>?])[] = [],
  more: Partial<GraphPicture> = {},
): GraphPicture {
  return {
    ...{ subject: "repository", title: "a picture", repository: "app", notes: [] },
    clusters: [{ label: "src" }, { label: "lib" }],
    nodes: names.map((given, i) => {
      const own = typeof given === "string" ? { name: given } : given;
      const plain = { kind: "function", file: "src/a.ts", line: i + 1, cluster: 0, fanIn: 0, fanOut: 0 } as const;
      return { id: `n${i}`, name: `f${i}`, ...plain, ...own };
    }),
    edges: edges.map(([from, to, own]) => ({ from: `n${from}`, to: `n${to}`, kind: "call", confidence: 1, ...own })),
    ...more,
  };
}

/**
 * Names that break careless code: script ends, quotes, right-to-left text, emoji, control characters, half of a
 * surrogate pair.
 */
export const HARD_NAMES: readonly string[] = [
  "</script><script>alert(1)</script>",
  "<!--<script>",
  `"quoted" 'twice' \`back\``,
  "a & b < c > d",
  "שלום(\u202eעולם)",
  "مرحبا",
  "👩‍👩‍👧‍👦.🦀",
  "back\\slash\\n",
  "line\nbreak\r\n\u2028\u2029",
  "null\u0000 bell\u0007",
  "half \ud83d of a pair",
  "]]> --> %% {curly} #35;",
  ']"; click n0 call alert()',
  "",
];
