/** Repositories and indexes: what they are, what a refresh changes, and what an index that is not there says. Runs last. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractRepository } from "../contract-repository.js";
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

/** No git, one memory of a colleague, and settings that hold memories of others back. */
function writeOther({ root, home }: ContractRepository): void {
  const other = join(root, "..", "other");
  mkdirSync(join(other, ".sdl-memory"), { recursive: true });
  writeFileSync(join(other, "only.txt"), "no code\n");
  writeFileSync(
    join(other, ".sdl-memory/00000000000000aa.md"),
    "---\nmemoryId: 00000000000000aa\ntype: decision\ntitle: No code\n---\nThere is nothing to run here.\n",
  );
  writeFileSync(join(home, "settings.json"), '{ "memory.adopt": "ask", "memory.adpt": 1 }\n');
}

const other =
  (text: string) =>
  ({ root }: ContractRepository): void =>
    writeFileSync(join(root, "..", "other", "only.ts"), text);

/** A function that thirty others call, and one that does something. */
const hub = (name: string, parameters: string, effect: string): string =>
  [
    `export function ${name}(${parameters}): string {\n  return name;\n}\n`,
    `export function loud(${parameters}): void {\n  ${effect};\n}\n`,
    ...Array.from({ length: 30 }, (_, at) => `export function user${at}(): string {\n  return hub("user ${at}");\n}\n`),
  ].join("\n");

const editServer =
  (from: string, to: string) =>
  ({ fixture, root }: ContractRepository): void =>
    fixture.write({ "src/server.ts": readFileSync(join(root, "src/server.ts"), "utf8").replace(from, to) });

/** One entry that is none. */
function damageRegistry({ root, home }: ContractRepository): void {
  rmSync(join(root, "..", "damaged"), { recursive: true });
  const path = join(home, "registry.json");
  const registry: { repositories: unknown[] } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...registry, repositories: [...registry.repositories, { repoId: 7 }] }));
}

/** A copy of another repository with its index, of which a part is not as it was written. */
function writeDamaged({ root }: ContractRepository): void {
  const damaged = join(root, "..", "damaged");
  cpSync(join(root, "..", "other"), damaged, { recursive: true });
  const stores = readdirSync(damaged, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("data.mdb"),
  );
  for (const path of stores) writeFileSync(join(damaged, path), randomBytesLike(statSync(join(damaged, path)).size));
}

/** The same on every machine. */
function randomBytesLike(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => (at * 2_654_435_761) >>> 24);
}

/** What a slice of `authenticate` shows changes: a body, a signature, a symbol that comes, one that goes. */
function editTokens({ fixture }: ContractRepository): void {
  fixture.write({
    "src/auth/token.ts": undefined,
    "src/auth/tokens.ts": `import { TokenExpiredError } from "./errors.js";

export interface Token {
  userId: string;
  exp: number;
}

export function decode(bearer: string, separator: string): Token {
  const [userId = "", exp = "0"] = bearer.split(separator);
  return { userId, exp: Number(exp) };
}

/** Decodes a bearer token and checks its expiry. */
export function validateToken(bearer: string, now: number): Token {
  const token = decode(bearer, ".");
  if (token.exp < now) throw new TokenExpiredError(token.exp);
  return token;
}
`,
    "src/server.ts": `import { validateToken } from "./auth/tokens.js";
import { CountingStore, type User } from "./users/store.js";

const store = new CountingStore("users.txt");

/** Resolves a bearer token to its user; fails when the session has expired. */
export function authenticate(bearer: string, now: number): User | undefined {
  const token = validateToken(bearer, now);
  return store.find(token.userId);
}

export function handleLogin(request: { bearer: string }): string {
  const user = authenticate(request.bearer, 0);
  return user === undefined ? "unknown user" : user.name;
}
`,
    "src/broken.bin.ts": `${"x".repeat(2_100_000)}\n`,
  });
}

export const REPOSITORY_SITUATIONS: readonly Situation[] = [
  {
    title: "an index that is up to date",
    action: "sdl.repo.status",
    args: {},
    answer: {
      repoId: "shop",
      rootPath: "$root",
      latestVersionId: matching(/^v\d+$/),
      derivedVersion: ANY_TEXT,
      filesIndexed: 16,
      symbolsIndexed: POSITIVE,
      edgesIndexed: POSITIVE,
      lastIndexedAt: matching(/Z$/),
      healthScore: POSITIVE,
      healthComponents: {
        freshness: POSITIVE,
        coverage: 1,
        errorRate: 1,
        edgeQuality: POSITIVE,
        callResolution: POSITIVE,
      },
      memories: some({ title: "Clocks of clients may be wrong", matchedSymbols: undefined }),
    },
  },
  {
    title: "without memories",
    action: "sdl.repo.status",
    args: { surfaceMemories: false },
    answer: { memories: undefined },
  },
  {
    title: "sizes by language, kind and edge",
    action: "sdl.repo.overview",
    args: { level: "stats" },
    answer: {
      repoId: "shop",
      level: "stats",
      stats: {
        files: 16,
        symbols: POSITIVE,
        edges: POSITIVE,
        byLanguage: { typescript: 14, python: 2 },
        byKind: { function: POSITIVE },
        byEdgeKind: { call: POSITIVE },
      },
      directories: undefined,
      hotspots: undefined,
      clusterCount: undefined,
      processCount: undefined,
      tokenMetrics: undefined,
    },
  },
  {
    title: "one directory of several",
    action: "sdl.repo.overview",
    args: { level: "directories", maxDirectories: 1 },
    answer: {
      directories: [{ path: ANY_TEXT }],
      truncation: { truncated: true, droppedDirectories: POSITIVE, howToResume: ANY_TEXT },
      clusters: undefined,
    },
  },
  {
    title: "all that there is",
    action: "sdl.repo.overview",
    args: { level: "full" },
    answer: {
      directories: some(
        {
          path: "src/auth",
          files: 2,
          exportCount: 7,
          exports: some("validateToken"),
          topByFanIn: some({ name: "decode", fanIn: 5 }),
          topByChurn: some({ name: "validateToken", churn30d: 6 }),
          estimatedFullTokens: POSITIVE,
          summaryTokens: POSITIVE,
        },
        { path: "test", exports: undefined, topByFanIn: undefined, topByChurn: undefined },
      ),
      truncation: undefined,
      hotspots: {
        mostDepended: some({ name: "decode", fanIn: 5 }),
        mostConnected: some({ connections: POSITIVE }),
        largestFiles: some({ file: "src/long.ts", bytes: POSITIVE, symbols: POSITIVE }),
        mostChanged: some({ file: "src/auth/token.ts", churn30d: POSITIVE }),
      },
      clusterCount: POSITIVE,
      clusters: some({ label: ANY_TEXT, memberCount: POSITIVE }),
      processCount: POSITIVE,
      processes: some({ label: text("POST /login"), symbols: POSITIVE }),
      tokenMetrics: { estimatedFullTokens: POSITIVE, overviewTokens: POSITIVE, share: ANY_NUMBER },
    },
  },
  {
    title: "the kept versions",
    action: "sdl.version.list",
    args: {},
    answer: {
      repoId: "shop",
      total: 2,
      versions: [
        {
          versionId: matching(/^v/),
          commit: matching(/^[0-9a-f]{40}$/),
          files: 16,
          symbols: POSITIVE,
          edges: POSITIVE,
          changedFiles: POSITIVE,
          ownBytes: POSITIVE,
          keptBy: "latest",
          createdAt: matching(/Z$/),
        },
        { changedFiles: undefined, keptBy: ANY_TEXT },
      ],
      storeBytes: POSITIVE,
      retention: { versions: 50, days: 30 },
    },
  },
  {
    title: "exported",
    action: "sdl.index.export",
    args: { path: "shop.sdlindex" },
    answer: { ok: true, repoId: "shop", versionId: matching(/^v/), path: text("shop.sdlindex"), sizeBytes: POSITIVE },
  },
  {
    title: "a path outside",
    action: "sdl.index.export",
    args: { path: "../../shop.sdlindex" },
    error: { code: "path_outside_repo" },
  },
  {
    title: "imported: it says the same",
    action: "sdl.index.import",
    args: { path: "shop.sdlindex" },
    answer: {
      ok: true,
      repoId: "shop",
      created: false,
      files: 16,
      symbols: POSITIVE,
      edges: POSITIVE,
      versionId: matching(/^v/),
    },
  },
  {
    title: "a slice that will change",
    action: "sdl.slice.build",
    args: {
      taskText: "authenticate a bearer token",
      wireFormat: "standard",
      budget: { maxCards: 12, maxEstimatedTokens: 6000 },
    },
    answer: { slice: { cards: some({ name: "authenticate" }) } },
    keep: { growing: "sliceHandle", grownFrom: "ledgerVersion" },
  },
  {
    title: "a refresh: what changed, came and went, and what was skipped",
    action: "sdl.index.refresh",
    args: { reason: "the contract" },
    before: editTokens,
    answer: {
      ok: true,
      repoId: "shop",
      versionId: matching(/^v/),
      changedFiles: POSITIVE,
      addedFiles: 1,
      removedFiles: 1,
      symbols: POSITIVE,
      edges: POSITIVE,
      skipped: some({ file: "src/broken.bin.ts", reason: ANY_TEXT }),
      durationMs: ANY_NUMBER,
    },
    keep: { refreshed: "versionId" },
  },
  {
    title: "what was skipped shows in the status, by class of reason",
    action: "sdl.repo.status",
    args: {},
    answer: { skipped: some({ reason: "too large", files: 1 }) },
  },
  {
    title: "nothing changed: no new version",
    action: "sdl.index.refresh",
    args: { mode: "full" },
    answer: { versionId: "$refreshed", changedFiles: 0, addedFiles: 0, removedFiles: 0 },
  },
  {
    title: "what of the slice changed, came and left, with the cards",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$growing", knownVersion: "$grownFrom" },
    answer: {
      sliceHandle: "$growing",
      knownVersion: "$grownFrom",
      currentVersion: "$refreshed",
      notModified: false,
      delta: {
        changedSymbols: some({ name: "authenticate", signatureDiff: { after: text("now: number") } }),
        cards: some({ name: "authenticate" }),
        entered: some(ANY_TEXT),
        left: some(ANY_TEXT),
        budget: { used: POSITIVE, allowed: 6000 },
      },
      lease: { minVersion: "$grownFrom", maxVersion: "$refreshed" },
    },
  },
  {
    title: "a memory of a symbol that changed is stale since then, and so is one of a file that is gone",
    action: "sdl.memory.query",
    args: { staleOnly: true },
    answer: {
      memories: [
        { memoryId: "$memory", stale: true, staleVersion: "$refreshed" },
        { linkedFiles: ["src/auth/token.ts"], linkedSymbols: undefined, stale: true, staleVersion: "$refreshed" },
      ],
    },
  },
  {
    title: "stored again by its id it is fresh",
    action: "sdl.memory.store",
    args: { type: "bugfix", title: "Race in authenticate()", content: "Still true.", memoryId: "$memory" },
    answer: { created: false },
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
  {
    title: "a dry run of pruning",
    action: "sdl.version.prune",
    args: { keepVersions: 1, keepDays: 0, dryRun: true },
    answer: {
      repoId: "shop",
      dryRun: true,
      kept: POSITIVE,
      freedBytes: ANY_NUMBER,
      retention: { versions: 50, days: 30 },
    },
  },
  {
    title: "nothing to prune",
    action: "sdl.version.prune",
    args: {},
    answer: { dryRun: false, dropped: undefined },
  },
  {
    title: "another repository",
    action: "sdl.repo.register",
    args: { rootPath: "$other" },
    before: writeOther,
    answer: { ok: true, repoId: "other", created: true },
  },
  {
    title: "registered again: its settings are updated",
    action: "sdl.repo.register",
    args: { repoId: "other", rootPath: "$other", ignore: ["*.snap"] },
    answer: { ok: true, created: false },
  },
  {
    title: "a folder that there is not",
    action: "sdl.repo.register",
    args: { rootPath: "/no/such/folder" },
    error: { code: "invalid_params", message: text("/no/such/folder") },
  },
  {
    title: "a repository without an index has a status too",
    action: "sdl.repo.status",
    args: { repoId: "other" },
    answer: {
      latestVersionId: undefined,
      derivedVersion: undefined,
      filesIndexed: 0,
      symbolsIndexed: 0,
      edgesIndexed: 0,
      lastIndexedAt: undefined,
      healthScore: 0,
      healthComponents: undefined,
      checkedAt: undefined,
      staleFiles: undefined,
    },
  },
  {
    title: "and queries of it say what to do",
    action: "sdl.symbol.search",
    args: { repoId: "other", query: "x" },
    error: { code: "not_indexed", nextBestAction: { tool: matching(/index.refresh$/), args: { repoId: "other" } } },
  },
  {
    title: "it has no versions",
    action: "sdl.version.list",
    args: { repoId: "other" },
    error: { code: "not_indexed" },
  },
  {
    title: "nothing was asked of it in this session",
    action: "sdl.usage.stats",
    args: { repoId: "other", scope: "session", persist: false },
    answer: { session: { ratio: undefined } },
  },
  {
    title: "what came with it waits to be adopted",
    action: "sdl.memory.query",
    args: { repoId: "other" },
    answer: { memories: undefined, total: 0, heldBack: 1 },
  },
  {
    title: "the repositories, one of them without an index",
    action: "sdl.repo.list",
    args: {},
    answer: {
      repositories: some({
        repoId: "other",
        latestVersionId: undefined,
        filesIndexed: undefined,
        symbolsIndexed: undefined,
      }),
    },
  },
  {
    title: "a repository of no code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    answer: { symbols: 0, edges: 0, skipped: undefined },
    keep: { otherVersion: "versionId" },
  },
  {
    title: "its overview has nothing to tell",
    action: "sdl.repo.overview",
    args: { repoId: "other", level: "full" },
    answer: {
      stats: { files: 0, byLanguage: undefined, byKind: undefined, byEdgeKind: undefined },
      directories: undefined,
      clusters: undefined,
      processes: undefined,
      hotspots: undefined,
    },
  },
  {
    title: "its versions",
    action: "sdl.version.list",
    args: { repoId: "other" },
    answer: { versions: [{ commit: undefined }] },
  },
  {
    title: "its first code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other("export function only(): void {}\n"),
    answer: { addedFiles: 1, symbols: 2 },
  },
  {
    title: "one function that nothing leans on, and no history: hot spots are its size",
    action: "sdl.repo.overview",
    args: { repoId: "other", level: "directories", includeHotspots: true },
    answer: {
      hotspots: {
        largestFiles: [{ file: "only.ts" }],
        mostDepended: undefined,
        mostConnected: undefined,
        mostChanged: undefined,
      },
    },
  },
  {
    title: "without a history nothing is said of commits",
    action: "sdl.context.forTask",
    args: { repoId: "other", symbolRef: { name: "only" }, taskType: "extend" },
    answer: {
      changeIntelligence: {
        complexity: { cyclomatic: 1 },
        churn30d: undefined,
        commits: undefined,
        ageDays: undefined,
        unchangedDays: undefined,
        authors: undefined,
      },
    },
  },
  {
    title: "what pruning would take",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, dryRun: true },
    answer: { dryRun: true, dropped: ["$otherVersion"], kept: 1 },
  },
  {
    title: "it is taken, and so it is from now on",
    action: "sdl.version.prune",
    args: { repoId: "other", keepVersions: 1, keepDays: 0, asSetting: true },
    answer: { dryRun: false, dropped: ["$otherVersion"], retention: { versions: 1, days: 0 } },
  },
  {
    title: "another version",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other("export function only(): number {\n  return 1;\n}\n"),
    answer: { changedFiles: 1 },
  },
  {
    title: "a slice of another repository than the working directory's",
    action: "sdl.slice.build",
    args: { repoId: "other", entrySymbols: ["only"] },
    answer: { sliceHandle: matching(/^h_[0-9a-f]{16}$/) },
    keep: { otherHandle: "sliceHandle", otherNow: "ledgerVersion" },
  },
  {
    title: "its handle alone names that repository",
    action: "sdl.slice.refresh",
    args: { sliceHandle: "$otherHandle", knownVersion: "$otherNow" },
    answer: { notModified: true, sliceHandle: "$otherHandle", currentVersion: "$otherNow" },
  },
  {
    title: "by the slice's handle alone, too",
    action: "sdl.slice.spillover.get",
    args: { handle: "$otherHandle" },
    answer: { hasMore: false, pinned: { ledgerVersion: "$otherNow" } },
  },
  {
    title: "and in a chain",
    action: "sdl.chain",
    args: { steps: [{ fn: "sliceRefresh", args: { handle: "$otherHandle" } }] },
    answer: { results: [{ ok: true, result: { notModified: true } }] },
  },
  {
    title: "with the name of a repository that did not give it out: it says so and names no other",
    action: "sdl.slice.refresh",
    args: { repoId: "shop", handle: "$otherHandle" },
    error: {
      code: "handle_unknown",
      message: matching(/^handle: .* is of another repository than "shop"; leave repoId out/),
      nextBestAction: { tool: matching(/slice.refresh$/), args: { handle: "$otherHandle", repoId: undefined } },
    },
  },
  {
    title: "the one before goes with the next pruning",
    action: "sdl.version.list",
    args: { repoId: "other" },
    answer: { versions: [{ keptBy: "latest" }, { keptBy: undefined }] },
  },
  {
    title: "something that much leans on",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other(hub("hub", "name: string", "console.log(name)")),
    answer: { symbols: 33 },
    keep: { hub: "versionId" },
  },
  {
    title: "its signature changes",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other(hub("hub", "name: string, isLoud: boolean", "name.trim()")),
    answer: { changedFiles: 1 },
  },
  {
    title: "a high risk is escalated",
    action: "sdl.pr.risk.analyze",
    args: { repoId: "other", fromVersion: "@latest~1", toVersion: "@latest" },
    answer: {
      analysis: { riskLevel: "high", findings: some({ type: "large-impact-radius" }) },
      escalationRequired: true,
      policyDecision: { decision: "escalate" },
    },
  },
  {
    title: "it goes, and those who call it stay",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other(hub("rim", "name: string", "console.log(name)")),
    answer: { changedFiles: 1 },
  },
  {
    title: "the side effect that came with it",
    action: "sdl.delta.get",
    args: {
      repoId: "other",
      fromVersion: "@latest~1",
      toVersion: "@latest",
      budget: { maxCards: 500, maxEstimatedTokens: 50_000 },
    },
    answer: {
      delta: {
        changedSymbols: some({ name: "loud", sideEffectDiff: { added: ["writes console"], removed: undefined } }),
      },
    },
  },
  {
    title: "a high risk with broken references is denied",
    action: "sdl.pr.risk.analyze",
    args: { repoId: "other", fromVersion: "@latest~1", toVersion: "@latest" },
    answer: { escalationRequired: true, policyDecision: { decision: "deny", deniedReasons: some(ANY_TEXT) } },
  },
  {
    title: "a copy with a damaged index",
    action: "sdl.repo.register",
    args: { rootPath: "$damaged" },
    before: writeDamaged,
    answer: { ok: true, repoId: "damaged" },
  },
  {
    title: "nothing was asked of it in this session",
    action: "sdl.usage.stats",
    args: { repoId: "damaged", scope: "session", persist: false },
    answer: { session: { tools: undefined } },
  },
  {
    title: "it is made again; the first answer says so",
    action: "sdl.symbol.search",
    args: { repoId: "damaged", query: "only" },
    answer: { results: some({ name: "rim" }), warnings: some(text("damaged")) },
  },
  {
    title: "and the second does not",
    action: "sdl.symbol.search",
    args: { repoId: "damaged", query: "only" },
    answer: { warnings: undefined },
  },
  {
    title: "its status goes on to tell",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    answer: { warnings: some(text("damaged")) },
  },
  {
    title: "the repositories with their sizes",
    action: "sdl.repo.list",
    args: {},
    answer: {
      repositories: some({
        repoId: "shop",
        rootPath: "$root",
        storePath: ANY_TEXT,
        storeBytes: POSITIVE,
        latestVersionId: "$elsewhere",
        filesIndexed: POSITIVE,
        symbolsIndexed: POSITIVE,
        error: undefined,
      }),
    },
  },
  {
    title: "this installation",
    action: "sdl.info",
    args: {},
    answer: {
      version: matching(/^\d+\.\d+\.\d+/),
      runtime: { node: matching(/^\d+\./), platform: ANY_TEXT, arch: ANY_TEXT },
      config: { path: text("settings.json"), exists: true, loaded: true },
      registry: { path: text("registry.json"), exists: true, loaded: true },
      logging: { path: ANY_TEXT, consoleMirroring: true, fallbackUsed: false },
      store: { available: true, activePath: ANY_TEXT, bytes: POSITIVE },
      native: { available: false, disabledByEnv: false, reason: ANY_TEXT },
      ladybug: { available: true, activePath: ANY_TEXT },
    },
  },
  {
    title: "what this session cost, and what it spared",
    action: "sdl.usage.stats",
    args: { scope: "session", persist: false },
    answer: {
      session: {
        calls: POSITIVE,
        tokensReturned: POSITIVE,
        tokensOfFiles: POSITIVE,
        saved: ANY_NUMBER,
        ratio: POSITIVE,
        tools: some({ tool: "sdl.symbol.getCard", calls: POSITIVE }),
        since: matching(/Z$/),
      },
      history: undefined,
      persisted: false,
      repoId: undefined,
    },
  },
  {
    title: "of one repository, into the history",
    action: "sdl.usage.stats",
    args: { repoId: "shop" },
    answer: {
      repoId: "shop",
      session: { calls: POSITIVE },
      history: {
        calls: POSITIVE,
        sessionCount: 1,
        sessions: [{ startedAt: matching(/Z$/), updatedAt: matching(/Z$/), calls: POSITIVE }],
        tools: some({ tool: ANY_TEXT }),
      },
      persisted: true,
    },
  },
  {
    title: "the history alone, of a repository that has none",
    action: "sdl.usage.stats",
    args: { repoId: "other", scope: "history", persist: false },
    answer: {
      session: undefined,
      history: { calls: 0, sessionCount: 0, sessions: undefined, tools: undefined, ratio: undefined },
    },
  },
  {
    title: "a folder that is gone, settings and a registry that nobody can read: named, and no more",
    action: "sdl.info",
    args: {},
    before: damageRegistry,
    answer: {
      config: { loaded: true },
      registry: { exists: true, loaded: false },
      warnings: some(text("registry")),
      misconfigurations: some(text("damaged"), text("memory.adpt")),
    },
  },
  {
    title: "the list is warned of it too",
    action: "sdl.repo.list",
    args: {},
    answer: {
      repositories: some({ repoId: "damaged", error: ANY_TEXT, storeBytes: undefined }),
      warnings: some(text("registry")),
    },
  },
  {
    title: "forgotten, its index with it",
    action: "sdl.repo.unregister",
    args: { repoId: "other" },
    answer: { ok: true, deleted: true },
  },
  {
    title: "forgotten already",
    action: "sdl.repo.unregister",
    args: { repoId: "other" },
    error: { code: "repo_not_found" },
  },
  {
    title: "the last but one",
    action: "sdl.repo.unregister",
    args: { repoId: "damaged" },
    answer: { ok: true },
  },
  {
    title: "the last, its index kept",
    action: "sdl.repo.unregister",
    args: { repoId: "shop", deleteIndex: false },
    answer: { ok: true, deleted: false },
  },
  {
    title: "no repositories",
    action: "sdl.repo.list",
    args: {},
    answer: { repositories: undefined },
  },
  {
    title: "an installation without a repository has no store",
    action: "sdl.info",
    args: {},
    answer: {
      store: { available: false, activePath: undefined, bytes: undefined },
      ladybug: { available: false, activePath: undefined },
    },
  },
];
