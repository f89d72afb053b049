/**
 * The layers. package.json and the TypeScript references enforce the same arrows; here each forbidden one says where the
 * code belongs instead. A new arrow is a pull request of its own that changes ALLOWED, the manifest and the references.
 */

const ALLOWED = {
  model: [],
  indexer: ["model"],
  graph: ["model"],
  delta: ["model"],
  retrieval: ["model"],
  slice: ["model"],
  memory: ["model"],
  remote: ["model"],
  repository: ["model", "indexer", "graph", "remote"],
  clients: ["model"],
  engine: ["model", "indexer", "graph", "retrieval", "slice", "memory", "repository", "delta"],
  "graph-page": ["model"],
  "mcp-server": ["engine", "graph-page"],
  "lsp-server": ["engine", "graph-page"],
  cli: ["clients", "engine", "graph-page", "mcp-server", "lsp-server"],
};

/** What to do instead of reaching for a package from below or beside it. */
const INSTEAD = {
  model: "@sdl/engine re-exposes what an adapter needs of it: add to the engine's public API, not an arrow.",
  indexer:
    "Facts and links reach other packages as values whose types live in @sdl/model; @sdl/engine carries them over.",
  graph:
    "Only @sdl/repository and @sdl/engine know the ledger. Take a port of @sdl/model (SymbolGraph, a typed table) as a parameter.",
  delta:
    "Two graphs are compared by whoever has both, @sdl/engine. Take what the comparison says as a value; shared types belong in @sdl/model.",
  retrieval: "Declare a small interface of what you need (slice owns SeedFinder) and let @sdl/engine hand it in.",
  slice: "Slices are built by @sdl/engine. Shared types belong in @sdl/model.",
  memory: "Memories reach slices and answers as values: @sdl/engine asks for them and hands them in.",
  remote:
    "A team's store knows pages and heads, not what they hold. What travels is made by who pushes and pulls; the store takes bytes.",
  repository:
    "One repository on this machine knows nothing of what clients ask. Declare what you need here and let @sdl/engine hand it in.",
  clients: "Only @sdl/cli sets clients up and tries them. What it needs of their files is an export of @sdl/clients.",
  engine:
    "The engine stands above this package: what is needed here belongs here or in @sdl/model, and the engine passes it down.",
  "graph-page":
    "Pictures are drawn of plain values: the types of @sdl/model. @sdl/engine chooses what a picture shows; adapters join the two.",
  "mcp-server": "A transport. A rule that two adapters need belongs in @sdl/engine.",
  "lsp-server": "A transport. A rule that two adapters need belongs in @sdl/engine.",
  cli: "A terminal program, never a library. What is needed of it belongs in @sdl/engine.",
};

const names = Object.keys(ALLOWED);

const arrowRules = names.flatMap((from) =>
  names
    .filter((to) => to !== from && !ALLOWED[from].includes(to))
    .map((to) => ({
      name: `${from}-not-to-${to}`,
      severity: "error",
      comment: `@sdl/${from} must not import @sdl/${to}. ${INSTEAD[to]}`,
      from: { path: `^packages/${from}/(src|test)/` },
      to: { path: `^packages/${to}/|^@sdl/${to}(/|$)` },
    })),
);

/** The two primitives (safe path, safe git), the parser pool and its grammars, and the packages that wire. */
const MAY_TOUCH_MACHINE = [
  "^packages/indexer/src/(workspace|parse|pool)/",
  "^packages/indexer/src/extract/(pool|worker|grammars)",
  "^packages/graph/src/store/",
  "^packages/memory/src/files/",
  "^packages/clients/src/files/",
  "^packages/remote/src/(folder|testing)/",
  "^packages/repository/src/",
  "^packages/engine/src/",
  "^packages/cli/src/",
];
const MACHINE = "^(node:)?(fs|fs/promises|child_process|worker_threads)$";

/** Tests that lie beside what they test. */
const TESTS = "\\.test\\.ts$";

export default {
  forbidden: [
    ...arrowRules,
    {
      name: "apps-talk-to-the-program",
      severity: "error",
      comment:
        "An app starts the shipped program and talks to it by a protocol. What an editor needs of the graph is a request of @sdl/lsp-server; what an agent needs is an action of @sdl/engine.",
      from: { path: "^apps/[^/]+/(src|test)/" },
      to: { path: "^packages/|^@sdl/" },
    },
    {
      name: "editor-only-in-its-app",
      severity: "error",
      comment: "Only apps/vscode knows the editor. What every editor can use belongs in @sdl/lsp-server.",
      from: { path: "^(packages|bench)/" },
      to: { path: "(^|node_modules/)(vscode|vscode-languageclient)(/|$)" },
    },
    {
      name: "no-circular",
      severity: "error",
      comment:
        "A cycle, type-only ones included. Move what both need into a file below both, or pass it in as a parameter.",
      from: {},
      to: { circular: true },
    },
    {
      name: "loaded-when-needed",
      severity: "error",
      comment:
        "The shipped program is one chunk: import() between its modules saves nothing and makes callers wait. Import at the top of the file; a part that is a chunk of its own (cli/scripts/bundle.mjs) is named here.",
      from: { path: "^packages/[^/]+/src/", pathNot: TESTS },
      to: {
        dynamic: true,
        pathNot:
          "^packages/(mcp|lsp)-server/|^packages/clients/src/probe/|^packages/graph-page/|^packages/graph/src/portable/|^packages/repository/src/remote/|^packages/engine/src/team/|^packages/slice/src/tokens/o200k\\.ts$|^packages/cli/src/front/(front|supervisor)\\.ts$|node_modules/pg/",
      },
    },
    {
      name: "lmdb-only-in-the-store",
      severity: "error",
      comment:
        "Only packages/graph/src/store/ knows LMDB. Add a typed operation there; other packages get a port of @sdl/model.",
      from: { path: "^(packages|bench)/", pathNot: "^packages/graph/src/store/" },
      to: { path: "(^|node_modules/)lmdb(/|$)" },
    },
    {
      name: "tree-sitter-only-in-the-indexer",
      severity: "error",
      comment:
        "Only @sdl/indexer parses. Add what you need to FileFacts and read it from there. The bench's parse floor measures the parser itself.",
      from: { path: "^(packages|bench)/", pathNot: "^packages/indexer/|^bench/src/floors/" },
      to: { path: "(^|node_modules/)(web-)?tree-sitter" },
    },
    {
      name: "zod-only-where-data-enters",
      severity: "error",
      comment: "Schemas stand where untrusted data enters: in @sdl/engine. Below it values are already typed.",
      from: { path: "^packages/(model|indexer|graph|delta|retrieval|slice|memory|graph-page)/src/" },
      to: { path: "(^|node_modules/)zod(/|$)" },
    },
    {
      name: "transport-only-in-mcp-server",
      severity: "error",
      comment:
        "Only @sdl/mcp-server knows the protocol, and what tries a client's configuration as the client would. An action is defined once, in @sdl/engine's table.",
      from: { path: "^packages/(?!mcp-server/)[^/]+/src/", pathNot: "^packages/clients/src/probe/" },
      to: { path: "(^|node_modules/)@modelcontextprotocol/" },
    },
    {
      name: "language-server-only-in-lsp-server",
      severity: "error",
      comment:
        "Only @sdl/lsp-server knows the Language Server Protocol. An action is defined once, in @sdl/engine's table.",
      from: { path: "^packages/(?!lsp-server/)[^/]+/src/" },
      to: { path: "(^|node_modules/)vscode-(languageserver|jsonrpc)" },
    },
    {
      name: "terminal-only-in-cli",
      severity: "error",
      comment: "Only @sdl/cli parses command lines.",
      from: { path: "^packages/(?!cli/)[^/]+/src/" },
      to: { path: "(^|node_modules/)commander(/|$)" },
    },
    {
      name: "pure-packages-know-no-node",
      severity: "error",
      comment:
        "@sdl/model, @sdl/delta, @sdl/retrieval, @sdl/slice and @sdl/graph-page also run in a browser. Take the value as a parameter; @sdl/engine reads it.",
      from: { path: "^packages/(model|delta|retrieval|slice|graph-page)/src/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "machine-only-through-primitives",
      severity: "error",
      comment:
        "Files, child processes and threads are reached only in indexer/src/{workspace,parse,pool}, graph/src/store, memory/src/files, clients/src/files, remote/src/folder, repository, engine and cli. Take the content as a parameter, or extend the primitive in indexer/src/workspace/.",
      from: { path: "^packages/[^/]+/src/", pathNot: MAY_TOUCH_MACHINE },
      to: { path: MACHINE },
    },
    {
      name: "not-to-dev-dependency",
      severity: "error",
      comment:
        "What src/ imports is needed at run time: list it under dependencies; but where the build puts it into the package. scripts/check-packages.mjs looks at what is packed.",
      from: {
        path: "^(apps|packages)/[^/]+/src/",
        pathNot: `${TESTS}|^packages/cli/src/|^packages/slice/src/tokens/o200k\\.ts$|^packages/graph-page/src/browser/`,
      },
      // The PostgreSQL driver is an optional peer, and here a development dependency for the tests.
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "@types/|node_modules/pg/" },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment: "src/ never imports tests. A helper that several packages' tests share belongs in src/testing/.",
      from: { path: "^(apps|packages)/[^/]+/src/", pathNot: TESTS },
      to: { path: `^(apps|packages)/[^/]+/(test|bench)/|${TESTS}` },
    },
    {
      name: "not-to-bench",
      severity: "error",
      comment: "bench/ stands above everything and is never published.",
      from: { path: "^(apps|packages)/" },
      to: { path: "^bench/" },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      comment: "This import resolves to nothing: a typing error, or a dependency missing from package.json.",
      from: {},
      // The editor brings it.
      to: { couldNotResolve: true, pathNot: "^vscode$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    // Maps @sdl/* to sources, so that arrows and cycles are seen as they are written, built or not.
    tsConfig: { fileName: "tsconfig.layers.json" },
    exclude: {
      path: "(^|/)dist/|^(apps|packages)/[^/]+/(bundle|out|site)/|^apps/docs/\\.vitepress/(cache|dist)/|/test/(golden|fixtures)/|^bench/\\.(corpora|peers)/",
    },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
