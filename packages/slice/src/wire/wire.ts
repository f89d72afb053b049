/**
 * Wire encodings of a slice: fields of each format and version.
 *
 * `standard` is the {@link Slice} itself without its empty lists. The compact versions are objects with the field `v`:
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
 * | `u` | – | default confidence of each edge kind in `k` |
 * | `f` | frontier: `[symbolId, name, score, why]` | same |
 * | `s` | start symbols: `[card or symbolId, source, score]` | same |
 * | `t` | truncation: `[truncated 0/1, droppedCards, droppedEdges, search, selection, howToResume, spilloverHandle?]` | same |
 * | `b` | budget: `[used, allowed, minimumRequired?]` | same |
 * | `d` | confidence distribution: `[high, medium, low]`; absent when all are 0 | same |
 * | `m` | memories from the caller | same |
 *
 * Card indexes count `c` first, then `r`. Edge confidences are in hundredths. Levels are 0 (minimal) to 4 (full). Weights follow from
 * kinds, and reasons from resolvers, so neither is sent.
 *
 * Fields of a card:
 *
 * - `i` symbolId
 * - `n` name; absent if it equals `q`, or the file if there is no `q`
 * - `k` kind, `f` file, `l` line, `z` level (absent: 1), `q` qualified name
 * - `v` visibility; 0: none; absent beyond level 0: `public` for methods and constructors, otherwise `exported`
 * - `x` exported 0/1; absent if the visibility implies it
 * - `s` signature: its text, or `{ p: [[name, type or 0, optional 0/1, default]…], r, g, o, a, y, s }` with parameters, returns, generics,
 *   overloads, async 1, generator 1, text
 * - `d` dependencies `{ i, c }`: imports and calls
 * - `r` call resolution `{ m, c: [[symbolId or 0, label, confidence, resolver]…] }`
 * - `t` summary
 * - `m` metrics `[fanIn, fanOut, churn30d?, testRefs?, [file, symbolId or 0, distance, proximity]?]`
 * - `u` cluster `[clusterId, label, memberCount]`
 * - `a` invariants, `b` side effects
 * - `g` range `[startLine, startCol, endLine, endCol]`
 * - `o` processes `[[processId, label, role, depth]…]`
 * - `w` reasons `[path, score, [query, hotness, structure, kind, trace?], cluster?]`
 */
import type { WireFormat, WireFormatVersion } from "../request.js";

/** Wire format and version; the version matters for `compact` only. */
export interface WireEncoding {
  readonly wireFormat: WireFormat;
  readonly wireFormatVersion: WireFormatVersion;
}

/** A value that JSON can represent. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** An object as JSON has it; undefined members are left out. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined };
