/** Situations of refreshing a client's slice: what changed, and what is not sent again. */
import { editServer, editTokens } from "../edits.js";
import type { Situation } from "../situation.js";
import { some, text } from "./matchers.js";

export const SLICE_REFRESH_SITUATIONS: readonly Situation[] = [
  {
    title: "the code before small changes",
    action: "sdl.index.refresh",
    args: {},
    before: editTokens,
    answer: { addedFiles: 1, removedFiles: 1 },
  },
  {
    title: "a card that the client has",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "handleLogin" } },
    answer: { detailLevel: "full" },
    keep: { loginEtag: "etag" },
  },
  {
    title: "another card that the client has",
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
    title: "a small change: the comment of one function",
    action: "sdl.index.refresh",
    args: {},
    before: editServer("its user; fails", "its user, trimmed; fails"),
    answer: { changedFiles: 1, addedFiles: 0, removedFiles: 0 },
    keep: { newest: "versionId" },
  },
  {
    title: "only one card changed",
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
    title: "for a client that has the new card, the card is listed but not sent",
    action: "sdl.slice.refresh",
    args: { handle: "$small", knownCardEtags: "$sent" },
    answer: { delta: { cards: undefined, etags: undefined, known: [{ symbolId: "$id:authenticate" }] } },
  },
  {
    title: "a function no longer calls another",
    action: "sdl.index.refresh",
    args: {},
    before: editServer("const user = authenticate(request.bearer, 0);", "const user = store.find(request.bearer);"),
    answer: { changedFiles: 1 },
    keep: { newest: "versionId" },
  },
  {
    title: "an edge is removed, and a card of the client changed",
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
    title: "a change outside of the slice",
    action: "sdl.index.refresh",
    args: {},
    before: ({ fixture }) => fixture.write({ "tools/report.py": "def format_line(line):\n    return line\n" }),
    answer: { changedFiles: 1 },
    keep: { elsewhere: "versionId" },
  },
  {
    title: "nothing in the slice changed",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$small", knownVersion: "$newest" },
    answer: { notModified: true, currentVersion: "$elsewhere", delta: undefined },
  },
];
