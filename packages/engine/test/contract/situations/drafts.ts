/** Unsaved text of editors: it counts in every answer until it is saved or closed. */
import type { Situation } from "../situation.js";
import { ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

const FILE = "src/promises.ts";
const DRAFT = `import { authenticate } from "./server.js";

/** Refuses a bearer whose user is unknown. */
export function requireKnownUser(bearer: string): string {
  const user = authenticate(bearer, 0);
  if (user === undefined) throw new RangeError("unknown user");
  return user.name;
}
`;

const push = (version: number, more: object): object => ({
  ...{ eventType: "change", filePath: FILE, content: DRAFT, version, dirty: true },
  ...{ timestamp: `2026-03-07T12:00:0${version}.000Z`, sourceId: "editor", ...more },
});

export const DRAFT_SITUATIONS: readonly Situation[] = [
  {
    title: "nothing is unsaved",
    action: "sdl.buffer.status",
    args: {},
    answer: {
      repoId: "shop",
      enabled: true,
      pendingBuffers: 0,
      dirtyBuffers: 0,
      parseQueueDepth: 0,
      overlayVersion: 0,
    },
  },
  {
    title: "a file that is not saved yet",
    action: "sdl.buffer.push",
    args: { ...push(1, { cursor: { line: 4, col: 2 } }) },
    answer: {
      accepted: true,
      repoId: "shop",
      overlayVersion: POSITIVE,
      parseScheduled: true,
      checkpointScheduled: false,
    },
  },
  {
    title: "all drafts are read",
    action: "sdl.buffer.checkpoint",
    args: { reason: "the contract" },
    answer: { requested: true, checkpointId: matching(/^[0-9a-f]{16}$/), failedFiles: 0, lastCheckpointAt: ANY_TEXT },
  },
  {
    title: "a symbol of a draft is found",
    action: "sdl.symbol.search",
    args: { query: "requireKnownUser" },
    answer: {
      results: some({ name: "requireKnownUser", file: FILE, line: 4 }),
      pinned: { ledgerVersion: matching(/^v1\d{12}$/), overlayVersion: POSITIVE },
      unsaved: { files: 1, names: [FILE] },
    },
  },
  {
    title: "it is used by nothing, and shows its unsaved source",
    action: "sdl.symbol.getCard",
    args: { symbol: `${FILE}#requireKnownUser`, source: "full" },
    answer: { deps: { calls: ["authenticate"] }, source: { blocks: some({ text: text("unknown user") }) } },
  },
  {
    title: "it stands among the uses of what it calls",
    action: "sdl.symbol.references",
    args: { symbol: "authenticate", direction: "callers" },
    answer: { items: some({ name: "requireKnownUser" }) },
  },
  {
    title: "a slice holds it, and can be asked about while nothing more is typed",
    action: "sdl.slice.build",
    args: {
      taskText: "change requireKnownUser",
      wireFormat: "standard",
      budget: { maxCards: 2, maxEstimatedTokens: 500 },
    },
    answer: { slice: { cards: some({ name: "requireKnownUser" }) } },
    keep: { drafted: "sliceHandle", draftVersion: "lease.minVersion" },
  },
  {
    title: "what it left out is of the same unsaved text",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$drafted" },
    answer: { pinned: { overlayVersion: POSITIVE } },
  },
  {
    title: "nothing was typed since",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$drafted" },
    answer: { notModified: true, currentVersion: "$draftVersion" },
  },
  {
    title: "a chain says once that its steps know it",
    action: "sdl.chain",
    args: { steps: [{ fn: "symbolSearch", args: { query: "requireKnownUser" } }] },
    answer: { unsaved: { files: 1, names: [FILE] } },
  },
  {
    title: "what the drafts would change",
    action: "sdl.delta.get",
    args: { fromVersion: "@latest", toVersion: "@draft" },
    answer: { delta: { changedSymbols: some({ name: "requireKnownUser" }) } },
  },
  {
    title: "somebody types on",
    action: "sdl.buffer.push",
    args: { ...push(2, { content: DRAFT.replace("unknown user", "nobody knows this user") }) },
    answer: { accepted: true },
  },
  {
    title: "and all of it is read",
    action: "sdl.buffer.checkpoint",
    args: {},
    answer: { failedFiles: 0 },
  },
  {
    title: "what changed in the slice since it was built",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$drafted" },
    answer: { notModified: false, delta: { changedSymbols: some({ name: "requireKnownUser" }) } },
  },
  {
    title: "a stale version is not taken",
    action: "sdl.buffer.push",
    args: { ...push(1, { content: "" }) },
    answer: { accepted: false, parseScheduled: false, warnings: [text("version 1 is stale")] },
  },
  {
    title: "the status counts what is unsaved",
    action: "sdl.repo.status",
    args: {},
    answer: { liveIndexStatus: { dirtyBuffers: 1, lastBufferEventAt: ANY_TEXT, lastCheckpointResult: "success" } },
  },
  {
    title: "closed without saving, it is gone",
    action: "sdl.buffer.push",
    args: { ...push(3, { eventType: "close", dirty: false }) },
    answer: { accepted: true, parseScheduled: false },
  },
  {
    title: "the slice of text that is gone has ended",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$drafted" },
    error: { code: "lease_expired", message: text("the unsaved text went on") },
  },
  {
    title: "and nothing of it is found",
    action: "sdl.symbol.search",
    args: { query: "requireKnownUser", kinds: ["function"] },
    answer: { unsaved: undefined },
  },
  {
    title: "a file outside of the repository",
    action: "sdl.buffer.push",
    args: { ...push(4, { filePath: "../elsewhere.ts" }) },
    error: { code: "path_outside_repo" },
  },
  {
    title: "a file that is no source",
    action: "sdl.buffer.push",
    args: { ...push(4, { filePath: "notes.xyz" }) },
    answer: { accepted: false, warnings: [text("no source file")] },
  },
];
