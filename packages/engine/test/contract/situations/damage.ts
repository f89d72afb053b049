/** A damaged index, a folder that is gone, settings and a registry that cannot be read. */

import { damageRegistry, ownConfig, writeDamaged } from "../damage.js";
import { other, REGISTER_OTHER } from "../other.js";
import type { Situation } from "../situation.js";
import { ANY_TEXT, some, text } from "./matchers.js";

export const DAMAGE_SITUATIONS: readonly Situation[] = [
  REGISTER_OTHER,
  {
    title: "its code",
    action: "sdl.index.refresh",
    args: { repoId: "other" },
    before: other("export function only(): void {}\n"),
    answer: { addedFiles: 1 },
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
    answer: { results: some({ name: "only" }), warnings: some(text("damaged")) },
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
    title: "what a repository says of itself, and what of it does not hold",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    before: ownConfig('{\n  "ignroe": ["x/"],\n  "tests": ["checks/"]\n}\n'),
    answer: {
      config: {
        source: "sdl.config.json",
        findings: some({ line: 2, key: "ignroe", problem: "is no key", advice: text('did you mean "ignore"?') }),
      },
    },
  },
  {
    title: "a configuration of which nothing can be read",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    before: ownConfig(" ".repeat(70_000)),
    answer: { config: { findings: some({ line: undefined, key: undefined, problem: text("is larger than") }) } },
  },
  {
    title: "one that says nothing wrong",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    before: ownConfig("{}"),
    answer: { config: { source: "sdl.config.json", findings: undefined } },
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
      misconfigurations: some(text("folder of 1 registered repository is gone"), text("memory.adpt")),
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
    title: "forgotten, though its folder is gone",
    action: "sdl.repo.unregister",
    args: { repoId: "damaged" },
    answer: { ok: true },
  },
];
