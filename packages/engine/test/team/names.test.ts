/** Search over all repositories that a token may read: names that were pushed with the default branch's head. */
import { PostgresServer, whyNoPostgres } from "@sdl/repository/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { symbolSearch } from "../../src/features/search/symbol-search.action.js";
import { joinTeam } from "../../src/testing/index.js";
import { ask, engineWith, TeamPlace } from "./team-place.js";

const NO_POSTGRES = whyNoPostgres();
const FILES = { "src/cart.ts": "export class CartStore {\n  addItem(): void {}\n}\n" };
const RULES = { everybody: ["*"], shop: ["acme/shop", "acme/lib"], one: ["acme/lib"] };

let server: PostgresServer;
let place: TeamPlace;
beforeEach(async () => {
  place = new TeamPlace();
  if (NO_POSTGRES === "") server = await PostgresServer.start();
});
afterEach(async () => {
  place.remove();
  await server?.remove();
});

test.skipIf(NO_POSTGRES !== "")(
  `a search without a repository finds what the token may read ${NO_POSTGRES}`,
  async () => {
    const remote = server.url();
    const member = await joinTeam(place.folder, remote, "acme/shop", FILES);
    await joinTeam(place.folder, remote, "acme/lib", { "lib/store.py": "def cart_store():\n    pass\n" });
    await joinTeam(place.folder, remote, "other/vault", { "vault.go": "package vault\n\nfunc CartStoreSecret() {}\n" });
    member.git.git("checkout", "-q", "-b", "next");
    member.git.commit("second", { "src/next.ts": "export function cartStoreOfNext(): void {}\n" });
    await member.push();
    await place.serve(
      async (team) => {
        const search = async (token: string, args: object) =>
          ask(await engineWith(team, token), "symbol.search", { query: "CartStore", ...args });
        expect(await search("shop", {})).toMatchInlineSnapshot(`
        "Note: Names of the default branches, as they were pushed. Pass repoId to search words, docs and literals of one repository.
        2 symbols, best first
        acme/shop  src/cart.ts:1  class CartStore
        acme/lib  lib/store.py:1  function cart_store
        Next: sdl.symbol {"repoId":"acme/shop","symbol":"src/cart.ts:1"}  summary, dependencies and users of the best match
        "
      `);
        expect(await search("everybody", { kinds: ["function"] })).toContain("other/vault  vault.go:3");
        expect(await search("shop", { query: "cart item" })).toContain("Nothing matches");
        expect(await search("shop", { query: "item add" })).toContain("acme/shop  src/cart.ts:2");
        expect(await search("one", {})).toContain("lib/store.py:1  function cart_store");
        expect(await search("shop", { semantic: true })).toMatch(/^invalid_params: repoId/);
        const { indexes } = await team.cacheState();
        expect(indexes).toBe(1);
        const engine = await engineWith(team, "shop");
        const answer = await symbolSearch.execute({ query: "CartStore", limit: 1 }, { engine });
        expect(symbolSearch.answerSchema().safeParse(answer).error).toBeUndefined();
        expect(answer).toMatchObject({ results: [{ repoId: "acme/shop" }], truncation: { truncated: true } });
      },
      { remote, rules: place.writeRules(RULES) },
    );
  },
);

test.skipIf(NO_POSTGRES !== "")(
  `a search without a repository says who provides a package and who uses it ${NO_POSTGRES}`,
  async () => {
    const remote = server.url();
    const manifest = (name: string, used: object) => ({ "package.json": JSON.stringify({ name, dependencies: used }) });
    await joinTeam(place.folder, remote, "acme/lib", { ...FILES, ...manifest("@acme/cart", {}) });
    await joinTeam(place.folder, remote, "acme/shop", {
      "src/shop.ts": "export function shop(): void {}\n",
      ...manifest("shop", { "@acme/cart": "^1.0.0" }),
    });
    await joinTeam(place.folder, remote, "other/vault", {
      "vault.py": "def vault():\n    pass\n",
      "pyproject.toml": '[project]\nname = "Vault_Core"\ndependencies = ["acme.cart"]\n',
    });
    await place.serve(
      async (team) => {
        const search = async (token: string, args: object) => ask(await engineWith(team, token), "symbol.search", args);
        expect(await search("shop", { query: "@acme/cart" })).toMatchInlineSnapshot(`
          "Note: Names of the default branches, as they were pushed. Pass repoId to search words, docs and literals of one repository.
          acme/lib  provides package @acme/cart  package.json
          acme/shop  uses package @acme/cart  package.json
          No symbol has the name.
          "
        `);
        expect(await search("everybody", { query: "vault-core" })).toContain(
          "other/vault  provides package Vault_Core  pyproject.toml",
        );
        // The token may not read the repository.
        expect(await search("shop", { query: "vault-core" })).toContain("Nothing matches");
        expect(await search("everybody", { query: "acme-cart" })).toContain("other/vault  uses package acme.cart");
        expect(await search("shop", { query: "@acme/cart", kinds: ["class"] })).not.toContain("package.json");
        const engine = await engineWith(team, "shop");
        const answer = await symbolSearch.execute({ query: "@acme/cart" }, { engine });
        expect(symbolSearch.answerSchema().safeParse(answer).error).toBeUndefined();
      },
      { remote, rules: place.writeRules(RULES) },
    );
  },
);

test("a folder says that it keeps no names", async () => {
  await joinTeam(place.folder, place.remote, "acme/shop", FILES);
  await joinTeam(place.folder, place.remote, "acme/lib", FILES);
  await place.serve(
    async (team) =>
      expect(
        (await ask(await engineWith(team, "shop"), "symbol.search", { query: "CartStore" })).replace(/\s+/g, " "),
      ).toContain("keeps no names to search over all repositories; pass one"),
    { rules: place.writeRules(RULES) },
  );
});
