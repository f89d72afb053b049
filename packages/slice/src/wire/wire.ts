/**
 * What the encodings share.
 *
 * `standard` is the {@link Slice} itself without its empty lists. The compact versions are objects with `v`:
 *
 * | field | v1 | v2, v3 |
 * |---|---|---|
 * | `v` | 1 | 2, 3 |
 * | `p` | – | table of file paths |
 * | `l` | – | table of clusters: `[clusterId, label, memberCount]` |
 * | `c` | cards, see below | `f` is an index into `p`, `u` one into `l` |
 * | `r` | references: `[symbolId, etag, level]` | same |
 * | `h` | etags, one for each card, in their order | same |
 * | `k` | – | table of edge kinds |
 * | `e` | edges: `{ f, t, k, c, r? }` | v2 `[from, to, kind, confidence?, resolver?]`, v3 `[from, kind, to or [to, to…], confidence?, resolver?]` |
 * | `u` | – | for each kind, the confidence of edges that state none |
 * | `f` | frontier: `[symbolId, name, score, why]` | same |
 * | `s` | start symbols: `[card or symbolId, source, score]` | same |
 * | `t` | truncation: `[truncated 0/1, droppedCards, droppedEdges, search, selection, howToResume, spilloverHandle?]` | same |
 * | `b` | budget: `[used, allowed, minimumRequired?]` | same |
 * | `d` | confidence distribution: `[high, medium, low]`; absent when all are 0 | same |
 * | `m` | what the caller added | same |
 *
 * Numbers that stand for cards count `c` first, then `r`. Confidences of edges are hundredths. Levels are 0 minimal … 4 full. Weights follow from
 * kinds, and reasons from resolvers, so neither is sent.
 *
 * A card: `i` symbolId, `n` name (absent where it is `q`, or the file where there is no `q`), `k` kind, `f` file, `l` line, `z` level (absent: 1), `q` qualified name, `v` visibility (absent beyond level 0: `public` of methods
 * and constructors, else `exported`; 0: none), `x` exported 0/1
 * (absent where visibility says it), `s` signature: its text, or `{ p: [[name, type or 0, optional 0/1, default]…], r, g, o, a, y, s }`
 * (parameters, returns, generics, overloads, async 1, generator 1, text), `d` deps `{ i, c }`, `r` call resolution
 * `{ m, c: [[symbolId or 0, label, confidence, resolver]…] }`, `t` summary, `m` metrics
 * `[fanIn, fanOut, churn30d?, testRefs?, [file, symbolId or 0, distance, proximity]?]`, `u` cluster `[clusterId, label, memberCount]`, `a` invariants,
 * `b` side effects, `g` range `[startLine, startCol, endLine, endCol]`, `o` processes `[[processId, label, role, depth]…]`, `w` why
 * `[path, score, [query, hotness, structure, kind, trace?], cluster?]`.
 */
import type { WireFormat, WireFormatVersion } from "../request.js";

/** Which encoding. The version counts for `compact` alone. */
export interface WireEncoding {
  readonly wireFormat: WireFormat;
  readonly wireFormatVersion: WireFormatVersion;
}

/** What JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

export type JsonObject = { readonly [key: string]: JsonValue | undefined };
