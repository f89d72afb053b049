/** Situations of search, cards, references, positions, paths. */
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

export const SYMBOL_SITUATIONS: readonly Situation[] = [
  {
    title: "a configuration file in full",
    action: "sdl.file.read",
    args: { path: "package.json" },
    answer: { file: "package.json", kind: "configuration", startLine: 1, text: text("shop"), next: undefined },
  },
  {
    title: "a document cut by the budget has its headings and the next call",
    action: "sdl.file.read",
    args: { path: "GUIDE.md", budget: 150 },
    answer: { kind: "document", sections: some({ name: "Guide", line: 1 }), next: { path: "GUIDE.md", budget: 150 } },
  },
  {
    title: "a line longer than the budget is cut",
    action: "sdl.file.read",
    args: { path: "GUIDE.md", lines: "46", budget: 150 },
    answer: { isLineCut: true },
  },
  {
    title: "a budget without room for a line states the minimum",
    action: "sdl.file.read",
    args: { path: "GUIDE.md", budget: 1 },
    answer: { minimumRequired: POSITIVE, text: "" },
  },
  {
    title: "a source file is not a document",
    action: "sdl.file.read",
    args: { path: "src/server.ts" },
    error: { code: "policy_denied" },
  },
  {
    title: "an installation without faults",
    action: "sdl.info",
    args: {},
    answer: {
      warnings: undefined,
      misconfigurations: undefined,
      config: { exists: false, loaded: false },
      registry: { exists: true, loaded: true },
    },
  },
  {
    title: "a search by name, best first, with locations",
    action: "sdl.symbol.search",
    args: { query: "validateToken" },
    answer: {
      results: some({ name: "validateToken", kind: "function", file: "src/auth/token.ts", line: 12 }),
      retrievalMode: "legacy",
      truncation: undefined,
      retrievalEvidence: undefined,
      staleFiles: 0,
    },
  },
  {
    title: "a cut search states how to continue; evidence has the lists used",
    action: "sdl.symbol.search",
    args: { query: "token", limit: 1, includeRetrievalEvidence: true },
    answer: {
      truncation: { truncated: true, howToResume: ANY_TEXT },
      retrievalEvidence: { mode: "legacy", symptomType: "taskText", fallbackReason: undefined },
    },
  },
  {
    title: "a semantic search without vectors is lexical, with the reason",
    action: "sdl.symbol.search",
    args: { query: "token", semantic: true, includeRetrievalEvidence: true },
    answer: { retrievalMode: "legacy", retrievalEvidence: { fallbackReason: text("vector") } },
  },
  {
    title: "a search without results has no results field and no truncation",
    action: "sdl.symbol.search",
    args: { query: "zzzyyyxxx", includeRetrievalEvidence: true },
    answer: { results: undefined, truncation: undefined },
  },
  {
    title: "an earlier version has no derived layers",
    action: "sdl.symbol.search",
    args: { query: "legacyLogin", asOfVersion: "@latest~1" },
    answer: { results: some({ name: "legacyLogin" }), pinned: { derivedVersion: undefined } },
  },
  {
    title: "a full card",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "validateToken" } },
    answer: {
      symbolId: "$id:validateToken",
      repoId: "shop",
      exported: true,
      visibility: "exported",
      signature: {
        params: [
          { name: "bearer", type: "string" },
          { name: "now", type: "number" },
        ],
        returns: "Token",
        async: undefined,
      },
      summary: "Decodes a bearer token and checks its expiry.",
      invariants: [text('bearer !== ""'), text("TokenExpiredError")],
      deps: { calls: ["TokenExpiredError", "decode"] },
      metrics: {
        fanIn: 2,
        churn30d: 6,
        testRefs: ["test/token.test.ts"],
        canonicalTest: { file: "test/token.test.ts", distance: 1 },
      },
      cluster: { label: ANY_TEXT, memberCount: ANY_NUMBER },
      processes: [
        { processId: ANY_TEXT, label: "authenticate → validateToken → decode", role: "intermediate", depth: 1 },
      ],
      callResolution: undefined,
      detailLevel: "full",
    },
    keep: { etag: "etag" },
  },
  {
    title: "a card with source",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "validateToken" }, source: "full" },
    answer: {
      source: { form: "body", blocks: [{ text: text("validateToken") }] },
      usedBy: some({ name: "authenticate", by: "call" }),
    },
  },
  {
    title: "a known etag is not modified",
    action: "sdl.symbol.getCard",
    args: { symbolId: "$id:validateToken", ifNoneMatch: "$etag" },
    answer: { notModified: true, etag: "$etag", ledgerVersion: matching(/^v\d+$/) },
  },
  {
    title: "an async generator with a type parameter and a default",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "readTokens" } },
    answer: {
      signature: {
        generics: ["T extends Token"],
        async: true,
        generator: true,
        params: [{ name: "source" }, { name: "limit", default: "10" }],
      },
    },
  },
  {
    title: "overloads; a range that begins above its name",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "parseTime" } },
    answer: {
      line: 28,
      range: { startLine: 26 },
      signature: { overloads: [text("text: string"), text("value: number")] },
    },
  },
  {
    title: "an optional parameter, as it was in the version before",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "validateToken" }, asOfVersion: "@latest~1" },
    answer: {
      signature: { params: [{ name: "bearer" }, { name: "now", default: "0" }, { name: "label", optional: true }] },
      cluster: undefined,
      processes: undefined,
      metrics: { churn30d: undefined, testRefs: undefined, canonicalTest: undefined },
    },
  },
  {
    title: "side effects, and how each call was resolved",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "MemoryStore.save" }, includeResolutionMetadata: true },
    answer: {
      qualifiedName: "MemoryStore.save",
      sideEffects: [text("writes file"), text("mutates this.users")],
      callResolution: {
        minCallConfidence: undefined,
        calls: some({ label: "node:fs: appendFileSync", resolverId: "external", resolutionPhase: "pass2" }),
      },
    },
  },
  {
    title: "calls below the requested confidence are left out, and so are unresolved ones",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "authenticate" }, includeResolutionMetadata: true, minCallConfidence: 0.5 },
    answer: {
      callResolution: {
        minCallConfidence: 0.5,
        calls: [
          { symbolId: "$id:validateToken", label: "validateToken", resolutionReason: "bound by an import" },
          { symbolId: "$id:CountingStore.find", label: "CountingStore.find", resolverId: "constructor" },
        ],
      },
    },
  },
  {
    title: "a constant has no parameters",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "store" } },
    answer: { signature: { text: "const store", params: undefined } },
  },
  {
    title: "a module's imports, without calls",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "src/index.ts" } },
    answer: { deps: { imports: some("src/hidden.ts", "src/server.ts"), calls: undefined } },
  },
  {
    title: "the test of a symbol, by the test's own symbol",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "Report.add" } },
    answer: { metrics: { canonicalTest: { file: "tests/test_report.py", symbolId: "$id:test_add", distance: 1 } } },
  },
  {
    title: "absent facts have no fields",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "src/hidden.ts" } },
    answer: { kind: "module", signature: undefined, deps: undefined, invariants: undefined, sideEffects: undefined },
  },
  {
    title: "hidden control characters are removed and counted",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "direction" } },
    answer: { summary: "Says which way a text runs.", sanitized: 1 },
  },
  {
    title: "an ambiguous name is an error with candidates",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "find" } },
    error: { code: "symbol_ambiguous", candidates: some({ file: "src/users/store.ts" }) },
  },
  {
    title: "an unknown name is an error with similar names and the next call",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "validateTokn" } },
    error: {
      code: "symbol_not_found",
      message: text("validateTokn"),
      candidates: some({ name: "validateToken" }),
      nextBestAction: { tool: matching(/search$/), args: { query: "validateTokn" }, rationale: ANY_TEXT },
    },
  },
  {
    title: "an unknown version is an error",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "decode" }, asOfVersion: "v17" },
    error: { code: "version_not_found", message: text("v17") },
  },
  {
    title: "several cards: one new, one known, one unknown, one ambiguous",
    action: "sdl.symbol.getCards",
    args: {
      symbolRefs: [{ name: "decode" }, { name: "validateToken" }, { name: "nobody" }, { name: "find" }],
      knownEtags: { "$id:validateToken": "$etag" },
    },
    answer: {
      cards: [
        { name: "decode", detailLevel: "full" },
        { symbolId: "$id:validateToken", notModified: true, etag: "$etag" },
      ],
      partial: true,
      succeeded: ["decode", "validateToken"],
      failed: ["nobody", "find"],
      failures: [
        { input: "nobody", classification: "not_found", fallbackTools: ["sdl.symbol.search"] },
        { input: "find", classification: "ambiguous" },
      ],
    },
  },
  {
    title: "several cards, all found",
    action: "sdl.symbol.getCards",
    args: { symbolIds: ["$id:decode"] },
    answer: { partial: false, succeeded: ["$id:decode"], failed: undefined, failures: undefined },
  },
  {
    title: "several cards, none found",
    action: "sdl.symbol.getCards",
    args: { symbolIds: ["missingNode"] },
    answer: { cards: undefined, partial: true, succeeded: undefined, failed: ["missingNode"] },
  },
  {
    title: "callers up to two edges away, with their sites",
    action: "sdl.symbol.references",
    args: { symbolId: "$id:validateToken", direction: "callers", depth: 2 },
    answer: {
      symbol: { symbolId: "$id:validateToken" },
      items: some(
        { name: "authenticate", depth: 1, sites: [{ file: "src/server.ts", line: 11, col: 16 }] },
        { name: "handleLogin", depth: 2 },
      ),
      cursor: undefined,
      hasMore: false,
    },
  },
  {
    title: "callees, the first of two pages",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "authenticate" }, direction: "callees", limit: 1 },
    answer: { total: 2, items: [{ depth: 1 }], hasMore: true },
    keep: { cursor: "cursor" },
  },
  {
    title: "the second page",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "authenticate" }, direction: "callees", limit: 1, cursor: "$cursor" },
    answer: { total: 2, items: [{ depth: 1 }], hasMore: false, cursor: undefined },
  },
  {
    title: "a symbol with many references lists only some sites",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "weigh" }, direction: "references" },
    answer: { items: some({ name: "longest", moreSites: ANY_NUMBER }) },
  },
  {
    title: "implementations",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "Store" }, direction: "implementations" },
    answer: { items: some({ name: "MemoryStore" }) },
  },
  {
    title: "supertypes",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "CountingStore" }, direction: "supertypes" },
    answer: { items: some({ name: "MemoryStore", depth: 1 }) },
  },
  {
    title: "tests",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "validateToken" }, direction: "tests" },
    answer: { items: some({ file: "test/token.test.ts" }) },
  },
  {
    title: "a test linked by its name alone has no site",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "Token" }, direction: "tests" },
    answer: { items: [{ file: "test/token.test.ts", sites: undefined }] },
  },
  {
    title: "a symbol without callers",
    action: "sdl.symbol.references",
    args: { symbolRef: { name: "handleLogout" }, direction: "callers" },
    answer: { total: 0, items: undefined, hasMore: false },
  },
  {
    title: "the innermost symbol at a position, with its containers",
    action: "sdl.symbol.at",
    args: { file: "src/users/store.ts", line: 25 },
    answer: {
      symbol: { name: "MemoryStore.save", kind: "method", range: { startLine: 24 } },
      containers: [{ name: "MemoryStore" }, { kind: "module" }],
    },
  },
  {
    title: "top-level code is only in the module symbol",
    action: "sdl.symbol.at",
    args: { file: "src/server.ts", line: 24 },
    answer: { symbol: { kind: "module" }, containers: undefined },
  },
  {
    title: "a path that leads outside is refused",
    action: "sdl.symbol.at",
    args: { file: "../../etc/passwd", line: 1 },
    error: { code: "path_outside_repo" },
  },
  {
    title: "an outline is a tree",
    action: "sdl.file.outline",
    args: { file: "src/users/store.ts" },
    answer: {
      file: "src/users/store.ts",
      symbols: some({
        name: "MemoryStore",
        kind: "class",
        exported: true,
        children: some({ name: "MemoryStore.find" }),
      }),
    },
  },
  {
    title: "a file with only top-level code",
    action: "sdl.file.outline",
    args: { file: "test/token.test.ts" },
    answer: { symbols: undefined, symbolId: ANY_TEXT },
  },
  {
    title: "a file that is not indexed",
    action: "sdl.file.outline",
    args: { file: "token.ts" },
    error: { code: "file_not_indexed", candidates: ["src/auth/token.ts"] },
  },
  {
    title: "a path along calls, with the site of each step",
    action: "sdl.graph.path",
    args: { from: { name: "handleLogin" }, to: { name: "decode" } },
    answer: {
      direction: "forward",
      paths: [
        { symbols: [{ name: "handleLogin" }, { name: "authenticate" }, { name: "validateToken" }, { name: "decode" }] },
      ],
      hint: undefined,
    },
  },
  {
    title: "the opposite path is backward",
    action: "sdl.graph.path",
    args: { from: { name: "decode" }, to: { name: "handleLogin" }, kinds: ["call"] },
    answer: {
      direction: "backward",
      paths: [{ edges: [{ kind: "call", weight: 1, site: { file: "src/server.ts" } }, {}, {}] }],
    },
  },
  {
    title: "a path along an import of a whole module, which has no site",
    action: "sdl.graph.path",
    args: { from: { name: "src/index.ts" }, to: { name: "src/hidden.ts" } },
    answer: {
      direction: "forward",
      paths: [{ edges: [{ kind: "import", weight: 0.6, confidence: POSITIVE, resolverId: ANY_TEXT }] }],
    },
  },
  {
    title: "no path, with the reason",
    action: "sdl.graph.path",
    args: { from: { name: "handleLogin" }, to: { name: "format_line" } },
    answer: { direction: "none", paths: undefined, hint: ANY_TEXT },
  },
];
