/** Situations of editors' unsaved text, which is part of every answer until it is saved or closed. */
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
    title: "no unsaved text",
    action: "sdl.buffer.status",
    args: {},
    answer: {
      repoId: "shop",
      enabled: true,
      pendingBuffers: 0,
      dirtyBuffers: 0,
      parseQueueDepth: 0,
      waitingForCheckpoint: undefined,
      overlayVersion: 0,
    },
  },
  {
    title: "a pushed draft of a new file",
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
    title: "all drafts are parsed",
    action: "sdl.buffer.checkpoint",
    args: { reason: "the contract" },
    answer: { requested: true, checkpointId: matching(/^[0-9a-f]{16}$/), failedFiles: 0, lastCheckpointAt: ANY_TEXT },
  },
  {
    title: "a draft's symbol is found",
    action: "sdl.symbol.search",
    args: { query: "requireKnownUser" },
    answer: {
      results: some({ name: "requireKnownUser", file: FILE, line: 4 }),
      pinned: { ledgerVersion: matching(/^v1\d{12}$/), overlayVersion: POSITIVE },
      unsaved: { files: 1, names: [FILE] },
    },
  },
  {
    title: "a draft's symbol has no users, and shows its unsaved source",
    action: "sdl.symbol.getCard",
    args: { symbol: `${FILE}#requireKnownUser`, source: "full" },
    answer: { deps: { calls: ["authenticate"] }, source: { blocks: some({ text: text("unknown user") }) } },
  },
  {
    title: "a draft's symbol is listed among the users of what it calls",
    action: "sdl.symbol.references",
    args: { symbol: "authenticate", direction: "callers" },
    answer: { items: some({ name: "requireKnownUser" }) },
  },
  {
    title: "a slice includes a draft's symbol, and its handle is valid until the next change of a draft",
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
    title: "the slice's spillover is of the same unsaved text",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$drafted" },
    answer: { pinned: { overlayVersion: POSITIVE } },
  },
  {
    title: "a refresh without a further push is not modified",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$drafted" },
    answer: { notModified: true, currentVersion: "$draftVersion" },
  },
  {
    title: "a chain states once that its steps include unsaved text",
    action: "sdl.chain",
    args: { steps: [{ fn: "symbolSearch", args: { query: "requireKnownUser" } }] },
    answer: { unsaved: { files: 1, names: [FILE] } },
  },
  {
    title: "the delta from the saved to the unsaved text",
    action: "sdl.delta.get",
    args: { fromVersion: "@latest", toVersion: "@draft" },
    answer: { delta: { changedSymbols: some({ name: "requireKnownUser" }) } },
  },
  {
    title: "a further push",
    action: "sdl.buffer.push",
    args: { ...push(2, { content: DRAFT.replace("unknown user", "nobody knows this user") }) },
    answer: { accepted: true },
  },
  {
    title: "the further push is parsed",
    action: "sdl.buffer.checkpoint",
    args: {},
    answer: { failedFiles: 0 },
  },
  {
    title: "changes of the slice since it was built",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$drafted" },
    answer: { notModified: false, delta: { changedSymbols: some({ name: "requireKnownUser" }) } },
  },
  {
    title: "a push with an outdated version is rejected",
    action: "sdl.buffer.push",
    args: { ...push(1, { content: "" }) },
    answer: { accepted: false, parseScheduled: false, warnings: [text("version 1 is stale")] },
  },
  {
    title: "the status counts unsaved files",
    action: "sdl.repo.status",
    args: {},
    answer: { liveIndexStatus: { dirtyBuffers: 1, lastBufferEventAt: ANY_TEXT, lastCheckpointResult: "success" } },
  },
  {
    title: "a pushed draft of configuration",
    action: "sdl.buffer.push",
    args: { ...push(1, { filePath: "tsconfig.json", content: '{ "compilerOptions": {} }\n' }) },
    answer: { accepted: true, parseScheduled: false },
  },
  {
    title: "configuration waits for a checkpoint",
    action: "sdl.buffer.status",
    args: {},
    answer: { pendingBuffers: 1, checkpointPending: true, waitingForCheckpoint: ["tsconfig.json"] },
  },
  {
    title: "a draft of configuration closed without saving is removed",
    action: "sdl.buffer.push",
    args: { ...push(2, { filePath: "tsconfig.json", eventType: "close", dirty: false }) },
    answer: { accepted: true },
  },
  {
    title: "a draft closed without saving is removed",
    action: "sdl.buffer.push",
    args: { ...push(3, { eventType: "close", dirty: false }) },
    answer: { accepted: true, parseScheduled: false },
  },
  {
    title: "the slice of the removed draft has ended",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$drafted" },
    error: { code: "lease_expired", message: text("unsaved text has changed since") },
  },
  {
    title: "the removed draft's symbol is not found",
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
    title: "a file that is neither source nor configuration",
    action: "sdl.buffer.push",
    args: { ...push(4, { filePath: "notes.xyz" }) },
    answer: { accepted: false, warnings: [text("is neither source nor configuration")] },
  },
];
