/** Situations with damage: a damaged index, a deleted folder, unreadable settings and registry. */

import { damageRegistry, ownConfig, writeDamaged } from "../damage.js";
import { other, REGISTER_OTHER } from "../other.js";
import type { Situation } from "../situation.js";
import { ANY_TEXT, some, text } from "./matchers.js";

export const DAMAGE_SITUATIONS: readonly Situation[] = [
  REGISTER_OTHER,
  {
    title: "code for a second repository",
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
    title: "no usage of it in this session",
    action: "sdl.usage.stats",
    args: { repoId: "damaged", scope: "session", persist: false },
    answer: { session: { tools: undefined } },
  },
  {
    title: "the index is rebuilt, which the first answer states",
    action: "sdl.symbol.search",
    args: { repoId: "damaged", query: "only" },
    answer: { results: some({ name: "only" }), warnings: some(text("damaged")) },
  },
  {
    title: "the second answer does not repeat the warning",
    action: "sdl.symbol.search",
    args: { repoId: "damaged", query: "only" },
    answer: { warnings: undefined },
  },
  {
    title: "the status keeps the warning",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    answer: { warnings: some(text("damaged")) },
  },
  {
    title: "a configuration file with invalid settings",
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
    title: "an unreadable configuration file",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    before: ownConfig(" ".repeat(70_000)),
    answer: { config: { findings: some({ line: undefined, key: undefined, problem: text("is larger than") }) } },
  },
  {
    title: "a valid configuration file",
    action: "sdl.repo.status",
    args: { repoId: "damaged" },
    before: ownConfig("{}"),
    answer: { config: { source: "sdl.config.json", findings: undefined } },
  },
  {
    title: "a deleted folder, unreadable settings and registry are listed without further details",
    action: "sdl.info",
    args: {},
    before: damageRegistry,
    answer: {
      config: { loaded: true },
      registry: { exists: true, loaded: false },
      warnings: some(text("registry")),
      misconfigurations: some(text("folder of 1 registered repository does not exist"), text("memory.adpt")),
    },
  },
  {
    title: "the repository list has the warning too",
    action: "sdl.repo.list",
    args: {},
    answer: {
      repositories: some({ repoId: "damaged", error: ANY_TEXT, storeBytes: undefined }),
      warnings: some(text("registry")),
    },
  },
  {
    title: "a repository whose folder is deleted is unregistered",
    action: "sdl.repo.unregister",
    args: { repoId: "damaged" },
    answer: { ok: true },
  },
];
