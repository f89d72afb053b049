/** A slice that its client holds and asks about again: what of it changed, and what is not sent again. */
import { editServer, editTokens } from "../edits.js";
import type { Situation } from "../situation.js";
import { some, text } from "./matchers.js";

export const SLICE_REFRESH_SITUATIONS: readonly Situation[] = [
  {
    title: "the code as it will stay, but for small changes",
    action: "sdl.index.refresh",
    args: {},
    before: editTokens,
    answer: { addedFiles: 1, removedFiles: 1 },
  },
  {
    title: "a card that a client has",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "handleLogin" } },
    answer: { detailLevel: "full" },
    keep: { loginEtag: "etag" },
  },
  {
    title: "and another",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "direction" } },
    answer: { detailLevel: "full" },
    keep: { directionEtag: "etag" },
  },
  {
    title: "a slice of which the client has cards",
    action: "sdl.slice.build",
    args: {
      entrySymbols: ["authenticate", "handleLogin", "direction"],
      wireFormat: "standard",
      knownCardEtags: { handleLogin: "$loginEtag", direction: "$directionEtag" },
    },
    answer: { slice: { cardRefs: some({ symbolId: "$id:handleLogin" }, { symbolId: "$id:direction" }) } },
    keep: { small: "sliceHandle", smallFrom: "ledgerVersion" },
  },
  {
    title: "a small change: what one function says of itself",
    action: "sdl.index.refresh",
    args: {},
    before: editServer("its user; fails", "its user, trimmed; fails"),
    answer: { changedFiles: 1, addedFiles: 0, removedFiles: 0 },
    keep: { newest: "versionId" },
  },
  {
    title: "one card, and the rest as it was",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$small", knownVersion: "$smallFrom" },
    answer: {
      delta: {
        cards: [{ name: "authenticate", summary: text("trimmed") }],
        blastRadius: undefined,
        entered: undefined,
        left: undefined,
        order: undefined,
        edges: undefined,
        edgesGone: undefined,
        cardRefs: undefined,
        startSymbols: undefined,
        same: some("cardRefs", "startSymbols"),
      },
    },
    keep: { sent: "delta.etags" },
  },
  {
    title: "likewise, for a client that has the new card: it is named, not sent",
    action: "sdl.slice.refresh",
    args: { handle: "$small", knownCardEtags: "$sent" },
    answer: { delta: { cards: undefined, etags: undefined, known: [{ symbolId: "$id:authenticate" }] } },
  },
  {
    title: "one function calls another no more",
    action: "sdl.index.refresh",
    args: {},
    before: editServer("const user = authenticate(request.bearer, 0);", "const user = store.find(request.bearer);"),
    answer: { changedFiles: 1 },
    keep: { newest: "versionId" },
  },
  {
    title: "an edge is gone, and a card that the client had is another",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$small", knownVersion: "$smallFrom" },
    answer: {
      delta: {
        changedSymbols: [{ symbolId: "$id:handleLogin", bodyChanged: true }],
        cards: some({ name: "handleLogin" }),
        edges: some({ from: "$id:handleLogin", kind: "call" }),
        edgesGone: [["$id:handleLogin", "$id:authenticate"]],
        cardRefs: [{ symbolId: "$id:direction" }],
      },
    },
  },
  {
    title: "a change elsewhere",
    action: "sdl.index.refresh",
    args: {},
    before: ({ fixture }) => fixture.write({ "tools/report.py": "def format_line(line):\n    return line\n" }),
    answer: { changedFiles: 1 },
    keep: { elsewhere: "versionId" },
  },
  {
    title: "nothing of the slice is touched by it",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$small", knownVersion: "$newest" },
    answer: { notModified: true, currentVersion: "$elsewhere", delta: undefined },
  },
];
