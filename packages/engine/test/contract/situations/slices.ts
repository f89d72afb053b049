/** Situations of slices from every kind of seed, in every form, with refreshes and spillovers. */
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

const TASK = "expired bearer token";
const STANDARD = { wireFormat: "standard" };

export const SLICE_SITUATIONS: readonly Situation[] = [
  {
    title: "a task description is enough; the whole shape",
    action: "sdl.slice.build",
    args: {
      taskText: TASK,
      ...STANDARD,
      includeRetrievalEvidence: true,
      budget: { maxCards: 30, maxEstimatedTokens: 6000 },
    },
    answer: {
      sliceHandle: matching(/^h_[0-9a-f]{16}$/),
      ledgerVersion: matching(/^v\d+$/),
      lease: { expiresAt: matching(/^\d{4}-.*Z$/), minVersion: matching(/^v\d+$/), maxVersion: matching(/^v\d+$/) },
      sliceEtag: { handle: matching(/^h_/), version: matching(/^v/), sliceHash: ANY_TEXT },
      slice: {
        cards: some({
          name: "validateToken",
          why: undefined,
          detailLevel: "full",
          invariants: some(text("TokenExpiredError")),
        }),
        cardRefs: undefined,
        edges: some({ kind: "call", weight: 1, confidence: 0.99, resolverId: undefined }),
        startSymbols: some({ source: "taskText", score: POSITIVE }),
        budget: { used: POSITIVE, allowed: 6000, minimumRequired: undefined },
        confidenceDistribution: { high: POSITIVE, medium: ANY_NUMBER, low: ANY_NUMBER },
        memories: some({ title: "Clocks of clients may be wrong", score: POSITIVE }),
      },
      retrievalEvidence: {
        mode: "legacy",
        symptomType: "taskText",
        candidateCountPerSource: { fts: POSITIVE },
        fusionLatencyMs: ANY_NUMBER,
      },
      pinned: { memoryVersion: matching(/^m/) },
    },
  },
  {
    title: "the same request without memories has full field names by default",
    action: "sdl.slice.build",
    args: { taskText: TASK, includeMemories: false },
    answer: { slice: { cards: some({ name: ANY_TEXT }), memories: undefined }, retrievalEvidence: undefined },
    keep: { sliceHash: "sliceEtag.sliceHash", unseen: "sliceHandle", pinnedVersion: "ledgerVersion" },
  },
  {
    title: "a slice as JSON with source",
    action: "sdl.slice.build",
    args: { taskText: TASK, source: "auto", budget: { maxEstimatedTokens: 3000 } },
    answer: {
      slice: {
        cards: some({
          name: "validateToken",
          source: {
            form: "body",
            blocks: some({ startLine: POSITIVE, endLine: POSITIVE, text: text("TokenExpiredError") }),
          },
        }),
      },
    },
  },
  {
    title: "source in an encoding that cannot contain it",
    action: "sdl.slice.build",
    args: { taskText: TASK, source: "full", wireFormat: "compact" },
    error: { code: "invalid_params", message: text("leave wireFormat and wireFormatVersion out") },
  },
  {
    title: "a client that has the slice does not get it again, but the same handle",
    action: "sdl.slice.build",
    args: { taskText: TASK, includeMemories: false, ifNoneMatch: "$sliceHash" },
    answer: {
      notModified: true,
      sliceHandle: "$unseen",
      ledgerVersion: "$pinnedVersion",
      sliceEtag: { handle: "$unseen", version: "$pinnedVersion", sliceHash: "$sliceHash" },
      lease: { minVersion: "$pinnedVersion" },
      slice: undefined,
    },
  },
  {
    title: "a different request of that client gets its slice",
    action: "sdl.slice.build",
    args: { taskText: TASK, includeMemories: false, ifNoneMatch: "$sliceHash", budget: { maxCards: 2 } },
    answer: { notModified: undefined, slice: { cards: some({ name: ANY_TEXT }) } },
  },
  {
    title: "the reason for each card, and how each edge was resolved",
    action: "sdl.slice.build",
    args: {
      taskText: TASK,
      stackTrace: "Error: x\n    at validateToken (src/auth/token.ts:15:9)",
      ...STANDARD,
      explain: true,
      includeResolutionMetadata: true,
      minCallConfidence: 0.3,
      cardDetail: "full",
    },
    answer: {
      slice: {
        cards: some({
          why: { path: some(ANY_TEXT), score: POSITIVE, parts: { query: ANY_NUMBER, trace: POSITIVE } },
          callResolution: { minCallConfidence: 0.3 },
        }),
        edges: some({ resolution: "exact", resolverId: "import", phase: "pass2", reason: "bound by an import" }),
        startSymbols: some({ source: "stackTrace" }),
      },
    },
  },
  {
    title: "cards of a generator and of overloads with all details",
    action: "sdl.slice.build",
    args: {
      entrySymbols: [
        "readTokens",
        "parseTime",
        "MemoryStore.save",
        "handleLogin",
        "CountingStore.find",
        "validateToken",
        "src/index.ts",
        "Report.add",
        "store",
      ],
      ...STANDARD,
      cardDetail: "full",
      includeResolutionMetadata: true,
      budget: { maxEstimatedTokens: 20000 },
      includeRetrievalEvidence: true,
    },
    answer: {
      slice: {
        cards: some(
          {
            name: "readTokens",
            signature: { async: true, generator: true, generics: ["T extends Token"], params: some({ default: "10" }) },
          },
          { name: "parseTime", signature: { overloads: some(text("text: string")) } },
          { qualifiedName: "MemoryStore.save", sideEffects: some(text("writes file")), callResolution: undefined },
          {
            name: "handleLogin",
            callResolution: {
              minCallConfidence: undefined,
              calls: [{ symbolId: "$id:authenticate", resolverId: "lexical" }],
            },
          },
          { name: "src/index.ts", deps: { imports: some("src/hidden.ts"), calls: undefined } },
          { qualifiedName: "Report.add", metrics: { canonicalTest: { symbolId: "$id:test_add", distance: 1 } } },
          { name: "store", signature: { text: "const store", params: undefined } },
          { name: "handleLogin", processes: some({ role: "entry", depth: 0 }) },
        ),
        startSymbols: some({ symbolId: "$id:readTokens", source: "entry" }),
      },
      retrievalEvidence: { symptomType: "taskText", sources: some("entry") },
    },
  },
  {
    title: "an optional parameter, at an older version",
    action: "sdl.slice.build",
    args: { entrySymbols: ["validateToken"], asOfVersion: "@latest~1", ...STANDARD, cardDetail: "full" },
    answer: {
      slice: { cards: some({ name: "validateToken", signature: { params: some({ name: "label", optional: true }) } }) },
      pinned: { derivedVersion: undefined },
    },
  },
  {
    title: "edited files: their symbols and the callers are included first",
    action: "sdl.slice.build",
    args: { editedFiles: ["src/auth/token.ts"], ...STANDARD, explain: true, includeRetrievalEvidence: true },
    answer: {
      slice: {
        cards: some({ name: "validateToken" }, { name: "authenticate" }),
        startSymbols: some({ source: "editedFiles" }),
      },
      retrievalEvidence: { symptomType: "editedFiles" },
    },
  },
  {
    title: "a failing test",
    action: "sdl.slice.build",
    args: { failingTestPath: "test/token.test.ts", ...STANDARD, includeRetrievalEvidence: true },
    answer: { slice: { cards: some({ name: "validateToken" }) }, retrievalEvidence: { symptomType: "failingTest" } },
  },
  {
    title: "with several seeds a stack trace determines the symptom",
    action: "sdl.slice.build",
    args: {
      taskText: TASK,
      failingTestPath: "test/token.test.ts",
      stackTrace: "at decode (src/auth/token.ts:21:1)",
      includeRetrievalEvidence: true,
    },
    answer: { retrievalEvidence: { symptomType: "stackTrace" } },
  },
  {
    title: "a card that the client has",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "validateToken" } },
    answer: { detailLevel: "full" },
    keep: { etag: "etag" },
  },
  {
    title: "known cards are sent as references",
    action: "sdl.slice.build",
    args: {
      entrySymbols: ["validateToken"],
      ...STANDARD,
      cardDetail: "full",
      knownCardEtags: { validateToken: "$etag" },
    },
    answer: { slice: { cardRefs: [{ symbolId: "$id:validateToken", etag: "$etag", detailLevel: "full" }] } },
  },
  {
    title: "a budget of one card states what was dropped, and how to continue",
    action: "sdl.slice.build",
    args: { taskText: TASK, ...STANDARD, budget: { maxCards: 1, maxEstimatedTokens: 2000 } },
    answer: {
      slice: {
        cards: [{ symbolId: ANY_TEXT }],
        edges: undefined,
        frontier: some({ why: ANY_TEXT, score: POSITIVE }),
        truncation: {
          truncated: true,
          droppedCards: POSITIVE,
          droppedEdges: POSITIVE,
          selection: "maxCards",
          spilloverHandle: matching(/^sp_/),
          howToResume: ANY_TEXT,
        },
      },
    },
    keep: { handle: "sliceHandle", spillover: "slice.truncation.spilloverHandle", version: "ledgerVersion" },
  },
  {
    title: "a budget below the minimum states the minimum",
    action: "sdl.slice.build",
    args: { taskText: TASK, ...STANDARD, budget: { maxEstimatedTokens: 10 } },
    answer: { slice: { budget: { allowed: 10, minimumRequired: POSITIVE } } },
  },
  {
    title: "a small slice with minimal cards",
    action: "sdl.slice.build",
    args: { entrySymbols: ["direction"], ...STANDARD, cardDetail: "minimal" },
    answer: {
      slice: {
        cards: [
          { name: "direction", signature: undefined, detailLevel: "minimal", exported: undefined, range: undefined },
        ],
        frontier: undefined,
      },
    },
  },
  {
    title: "a slice without results has no cards",
    action: "sdl.slice.build",
    args: { taskText: "zzzyyyxxx", ...STANDARD, includeRetrievalEvidence: true },
    answer: { slice: { cards: undefined, etags: undefined, startSymbols: undefined } },
  },
  {
    title: "edited files that are not indexed are listed, and the others are used",
    action: "sdl.slice.build",
    args: { taskText: "expired bearer token", editedFiles: ["README.md", "src/gone.ts"], ...STANDARD },
    answer: {
      slice: { cards: some({ name: "validateToken" }) },
      warnings: ["editedFiles: left out of the slice, because they are not indexed: README.md, src/gone.ts"],
    },
  },
  {
    title: "only edited files, none of them indexed",
    action: "sdl.slice.build",
    args: { editedFiles: ["README.md"] },
    error: { code: "file_not_indexed", message: text("none of README.md is indexed") },
  },
  {
    title: "the error for a request without seeds lists the parameters",
    action: "sdl.slice.build",
    args: { budget: { maxCards: 3 } },
    error: {
      code: "invalid_params",
      message: text("taskText, entrySymbols, editedFiles, stackTrace, failingTestPath"),
    },
  },
  {
    title: "the first page of a spillover, best first",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$spillover", pageSize: 2 },
    answer: {
      spilloverHandle: "$spillover",
      hasMore: true,
      symbols: [{ detailLevel: "full" }, { detailLevel: "full" }],
      lease: { minVersion: "$version", maxVersion: "$version" },
      pinned: { ledgerVersion: "$version" },
    },
    keep: { page: "cursor", first: "symbols.0.symbolId" },
  },
  {
    title: "the next page by its cursor",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$spillover", pageSize: 100, cursor: "$page" },
    answer: { hasMore: false, cursor: undefined, symbols: some({ symbolId: ANY_TEXT }) },
  },
  {
    title: "a page by the slice's own handle and a page number",
    action: "sdl.slice.spillover.get",
    args: { handle: "$handle", page: 1, pageSize: 1 },
    answer: { spilloverHandle: "$spillover", symbols: [{ symbolId: "$first" }] },
  },
  {
    title: "a page after the last one is empty",
    action: "sdl.slice.spillover.get",
    args: { handle: "$handle", page: 1000 },
    answer: { symbols: undefined, hasMore: false },
  },
  {
    title: "a cursor of another list is refused",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "$spillover", cursor: "0000000000000000" },
    error: { code: "invalid_params", message: text("cursor") },
  },
  {
    title: "an unknown handle fails, with how to build the slice again",
    action: "sdl.slice.spillover.get",
    args: { spilloverHandle: "sp_0000000000000000" },
    error: { code: "handle_unknown", nextBestAction: { tool: matching(/(slice.build|context)$/) } },
  },
  {
    title: "a refresh without changes",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$handle", knownVersion: "$version" },
    answer: {
      sliceHandle: "$handle",
      knownVersion: "$version",
      currentVersion: "$version",
      notModified: true,
      delta: undefined,
    },
  },
  {
    title: "a refresh since the previous version: changed, new and removed symbols, and companions",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$earlier", knownVersion: "$earlierVersion" },
    answer: {
      currentVersion: "$version",
      notModified: false,
      delta: {
        repoId: "shop",
        changedSymbols: some({ name: "validateToken", signatureDiff: { after: text("now: number") } }),
        alsoUsuallyChanges: [{ symbolId: "$id:handleLogin", support: 4 }],
      },
    },
  },
  {
    title: "the other form of refresh: with known cards",
    action: "sdl.slice.refresh",
    args: { handle: "$earlier", knownCardEtags: { validateToken: "$etag" } },
    answer: { knownVersion: "$earlierVersion", notModified: false },
  },
  {
    title: "a refresh since an unknown version",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$handle", knownVersion: "v17" },
    error: { code: "version_not_found" },
  },
  {
    title: "a refresh of an unknown handle",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "h_0000000000000000", knownVersion: "$version" },
    error: { code: "handle_unknown" },
  },
];
