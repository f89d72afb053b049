/**
 * Attempts to reach another repository with a valid token of one's own: over every action, every way to name a repository,
 * and every route, with the remote in a folder and in PostgreSQL. None gives anything of it, and none tells whether it exists.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, groupActions } from "@sdl/engine";
import { joinTeam, makePlace, PostgresServer, whyNoPostgres } from "@sdl/engine/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answered, TeamServer } from "./team-server.js";

const OWN = "own-token-own-token-own-token-own-token";
const OWN_AND_MORE = "two-token-two-token-two-token-two-token";
const THEIRS = "their-token-their-token-their-token-their";
const THEIR_NAME = "other/vault";
/** No repository has this name; it is as long as theirs. */
const NO_NAME = "other/vaulx";

/** The other repository's content; each name is nowhere else. */
const THEIR_FILES = {
  "src/zebra.ts":
    "/** Opens the quagga. */\nexport function zebraLedger(okapiCount: number): number {\n  return okapiCount;\n}\n",
  "ZEBRA.md": "# Quagga\n\nOkapi text.\n",
  ".sdl-memory/tapir.md": "---\nid: 0123456789abcdef\n---\nTapir decision.\n",
};
const THEIR_WORDS = /zebra|quagga|okapi|tapir|h1dden/i;
/** A second repository of others, which no attempt names. */
const UNNAMED = "h1dden/place";

let place: ReturnType<typeof makePlace>;
let server: TeamServer;
let theirCommit: string;
/** Handles, versions and symbol ids that the other's answers had. */
let theirIds: readonly string[];

const NO_POSTGRES = whyNoPostgres();
let postgres: PostgresServer | undefined;

/** Places of the remote, with what starts and stops them. */
const KINDS = [
  {
    kind: "a folder",
    missing: "",
    start: async ({ folder }: typeof place) => join(folder, "team"),
    stop: async () => undefined,
  },
  {
    kind: "PostgreSQL",
    missing: NO_POSTGRES,
    start: async () => {
      postgres = await PostgresServer.start();
      return postgres.url();
    },
    stop: async () => postgres?.remove(),
  },
];

/** Ways to name the other repository. @param name theirs, or one of the same length that does not exist */
function spellings(name: string): readonly string[] {
  const index = readdirSync(join(server.dataFolder, "indexes"));
  return [
    name,
    `${name}@main`,
    `${name}@${theirCommit.slice(0, 8)}`,
    `own/app@../../${name}`,
    `own/../${name}`,
    `own/app/../../${name}`,
    name.toUpperCase(),
    encodeURIComponent(name),
    `${name} `,
    ...index.map((folder) => join(server.dataFolder, "indexes", folder, "store")),
    join(place.folder, name.replace("/", "-")),
    join(place.folder, "team"),
  ];
}

/** Arguments of an action's first example, with the repository and everything that names a thing replaced. */
function argumentsOf(action: (typeof ACTIONS)[number], repoId: string | undefined, id: string): object {
  const example: Record<string, unknown> = { ...action.examples[0]?.args };
  for (const name of ["handle", "sliceHandle", "cursor", "spilloverHandle", "symbolId", "symbol", "asOfVersion"])
    if (name in example) example[name] = id;
  delete example["repoId"];
  return repoId === undefined ? example : { ...example, repoId };
}

/** @param given what the attempt itself says of the other repository, which an error may repeat */
function requireNothing(answered: Answered, attempt: string, given?: string): void {
  const text = given === undefined ? answered.text : answered.text.replaceAll(given, "");
  expect(text, attempt).not.toMatch(THEIR_WORDS);
  expect(text, attempt).not.toContain(theirCommit.slice(0, 12));
}

describe.each(KINDS)("with the remote in $kind", ({ kind, missing, start, stop }) => {
  if (missing !== "") return void test.skip(`needs PostgreSQL: ${missing}`);
  beforeAll(async () => {
    place = makePlace();
    const remote = await start(place);
    await joinTeam(place.folder, remote, "own/app", { "src/app.ts": "export function ownStart(): void {}\n" });
    await joinTeam(place.folder, remote, "more/lib", { "lib/own.ts": "export function ownLibrary(): void {}\n" });
    const member = await joinTeam(place.folder, remote, THEIR_NAME, THEIR_FILES);
    theirCommit = member.git.git("rev-parse", "HEAD");
    await joinTeam(place.folder, remote, UNNAMED, THEIR_FILES);
    server = await TeamServer.start(place, remote, {
      [OWN]: ["own/*"],
      [OWN_AND_MORE]: ["own/*", "more/*"],
      [THEIRS]: ["other/*", "h1dden/*"],
    });
    const warmed = [];
    for (const repoId of [THEIR_NAME, UNNAMED])
      for (const [name, args] of [
        ["sdl_slice_build", { taskText: "open the ledger" }],
        ["sdl_symbol_getCard", { symbol: "zebraLedger" }],
        ["sdl_version_list", {}],
      ] as const)
        warmed.push((await server.call(THEIRS, name, { repoId, answerFormat: "json", ...args })).text);
    const text = warmed.join("\n");
    expect(text).toMatch(THEIR_WORDS);
    theirIds = [...new Set(text.match(/\b(?:(?:h|sp|d)_\d{16}(?:\?[\w.%&=+*-]*)?|v\d{13}|[0-9a-f]{16})\b/g) ?? [])];
    expect(theirIds.some((id) => id.startsWith("h_") && id.includes("ledgerVersion="))).toBe(true);
    expect(theirIds.length).toBeGreaterThan(3);
  });
  afterAll(async () => {
    await server.stop();
    place.remove();
    await stop();
  });

  test("no action gives anything of a repository of others, however it is named", async () => {
    let attempts = 0;
    const names = spellings(THEIR_NAME);
    for (const [i, action] of ACTIONS.entries())
      for (let j = 0; j < 5; j++) {
        const repoId = j === 0 ? THEIR_NAME : names[(i * 5 + j) % names.length];
        const id = theirIds[(i + j) % theirIds.length] ?? "";
        const args = argumentsOf(action, repoId, id);
        const answered = await server.call(OWN, action.name, args);
        requireNothing(answered, `${action.name} ${JSON.stringify(args)}`, id);
        expect(answered.text, action.name).toMatch(/error|repo_not_found|policy_denied|invalid_params|isError/);
        attempts++;
      }
    expect(attempts).toBeGreaterThanOrEqual(200);
  });

  test("no handle, version, symbol or path of others' is known in one's own repository", async () => {
    for (const id of theirIds) {
      for (const [name, args] of [
        ["slice.refresh", { sliceHandle: id, knownVersion: "v1" }],
        ["slice.spillover.get", { spilloverHandle: id }],
        ["slice.build", { cursor: id }],
        ["symbol.getCard", { symbolId: id }],
        ["symbol.getCard", { symbol: "zebraLedger".slice(0, 3) }],
        ["symbol.search", { query: "ledger", asOfVersion: id }],
        ["delta.get", { fromVersion: id, toVersion: "@latest" }],
        ["file.read", { path: join(place.folder, "other-vault", "README.md") }],
        ["file.outline", { file: `../../../${THEIR_NAME.replace("/", "-")}/src/z.ts` }],
      ] as const)
        for (const where of [{}, { repoId: "own/app" }])
          requireNothing(await server.call(OWN, `sdl.${name}`, { ...args, ...where }), `${name} ${id}`, id);
    }
  });

  test("chains, groups, resources, prompts and completions pass the same door", async () => {
    const step = { fn: "symbolSearch", args: { repoId: THEIR_NAME, query: "ledger" } };
    const chains = [{ steps: [step] }, { repoId: THEIR_NAME, steps: [{ fn: "repoOverview", args: {} }] }];
    for (const args of chains) requireNothing(await server.call(OWN, "sdl.chain", args), "chain");
    for (const { name, actions } of groupActions(ACTIONS))
      for (const action of actions) {
        const args = argumentsOf(action, THEIR_NAME, theirIds[0] ?? "");
        requireNothing(await server.call(OWN, name, { action: action.name.replace("sdl.", ""), args }), action.name);
      }
    const address = encodeURIComponent(THEIR_NAME);
    for (const uri of ["card/ledger", "slice/h_0000000000000000", "skeleton/src%2Fz.ts", "graph"])
      requireNothing(await server.request(OWN, "resources/read", { uri: `sdl://repo/${address}/${uri}` }), uri);
    for (const name of ["explain-symbol", "review-pr-risk", "fix-failing-test", "understand-repository"])
      requireNothing(
        await server.request(OWN, "prompts/get", { name, arguments: { repoId: THEIR_NAME, symbol: "ledger" } }),
        name,
      );
    const ref = { type: "ref/resource", uri: "sdl://repo/{repoId}/card/{symbolId}" };
    for (const [argument, context] of [
      [{ name: "repoId", value: "h1" }, {}],
      [{ name: "repoId", value: "" }, {}],
      [{ name: "symbolId", value: "ze" }, { arguments: { repoId: THEIR_NAME } }],
    ] as const)
      requireNothing(await server.request(OWN, "completion/complete", { ref, argument, context }), argument.name);
  });

  test("no list of the protocol names anything of others", async () => {
    for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list", "initialize"])
      requireNothing(
        await server.request(OWN, method, {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "t", version: "1" },
        }),
        method,
      );
  });

  test("an unknown repository and one of others are answered alike", async () => {
    for (const action of ACTIONS) {
      const [theirs, none] = await Promise.all(
        [THEIR_NAME, NO_NAME].map(async (repoId) => {
          const { status, text } = await server.call(OWN, action.name, argumentsOf(action, repoId, "v1"));
          const steady = text.replaceAll(repoId, "<name>").replace(/"id":\d+|\d+ of \d+ tokens/g, "");
          return `${status} ${steady}`;
        }),
      );
      expect(theirs, action.name).toBe(none);
    }
  });

  test("no route but the endpoint gives anything, and pages without a token name no repository", async () => {
    for (const path of ["/", "/indexes", "/audit", "/mcp/../audit/access.jsonl", "/metrics/../data", `/${THEIR_NAME}`])
      for (const token of [OWN, undefined]) {
        const answered = await server.get(path, token);
        expect([401, 404], path).toContain(answered.status);
        requireNothing(answered, path);
      }
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      const answered = await server.get(path);
      expect(answered.status, path).toBe(200);
      expect(answered.text).not.toMatch(/vault|own\/app|rule/);
      requireNothing(answered, path);
    }
  });

  test("requests without a token of the rules are refused, and every refusal is recorded", async () => {
    for (const token of [undefined, `${OWN}x`, OWN.slice(1), ""])
      expect((await server.call(token, "sdl_repo_list", {})).status).toBe(401);
    await server.call(OWN, "sdl_repo_status", { repoId: "other/recorded" });
    const records = readFileSync(join(server.dataFolder, "audit", "access.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(records.filter(({ route }) => route === "/mcp").length).toBeGreaterThanOrEqual(4);
    expect(records).toContainEqual(
      expect.objectContaining({ event: "denied", who: "rule own/*", repository: "other/recorded" }),
    );
    expect(records.filter(({ repository }) => repository === THEIR_NAME).length).toBeGreaterThan(40);
    expect(JSON.stringify(records)).not.toContain(OWN);
  });

  test("the owner of the other repository reads it", async () => {
    const answered = await server.call(THEIRS, "sdl_symbol_search", { repoId: THEIR_NAME, query: "zebraLedger" });
    expect(answered.text).toContain("src/zebra.ts:2");
  });

  test("a search over all repositories that a token may read finds no name of others", async () => {
    const search = (args: object) => server.call(OWN_AND_MORE, "sdl.symbol.search", args);
    const own = await search({ query: "ownStart" });
    expect(own.text).toContain(kind === "PostgreSQL" ? "own/app  src/app.ts:1" : "keeps no names");
    for (const query of ["zebraLedger", "zebra", "ledger", "Ledger zebra", "z", "function", "%", "_", "' or true --"])
      for (const more of [{}, { kinds: ["function"] }, { limit: 100 }, { repoId: "own/app" }, { repoId: "*" }])
        requireNothing(await search({ query, ...more }), query);
  });
});
