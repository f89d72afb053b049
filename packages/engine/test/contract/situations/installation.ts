/** Situations of the installation: repositories, usage, and the state after all are unregistered. */
import { REGISTER_OTHER } from "../other.js";
import type { Situation } from "../situation.js";
import { ANY_NUMBER, ANY_TEXT, matching, POSITIVE, some, text } from "./matchers.js";

export const INSTALLATION_SITUATIONS: readonly Situation[] = [
  REGISTER_OTHER,
  {
    title: "a call to be counted",
    action: "sdl.symbol.getCard",
    args: { symbolRef: { name: "authenticate" } },
    answer: { detailLevel: "full" },
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
        latestVersionId: matching(/^v/),
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
    title: "the tokens of this session, compared with reading files",
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
    title: "the usage of one repository, stored in the history",
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
    title: "only the history, of a repository without one",
    action: "sdl.usage.stats",
    args: { repoId: "other", scope: "history", persist: false },
    answer: {
      session: undefined,
      history: { calls: 0, sessionCount: 0, sessions: undefined, tools: undefined, ratio: undefined },
    },
  },
  {
    title: "a repository is unregistered and its index deleted",
    action: "sdl.repo.unregister",
    args: { repoId: "other" },
    answer: { ok: true, deleted: true },
  },
  {
    title: "a repository that is already unregistered",
    action: "sdl.repo.unregister",
    args: { repoId: "other" },
    error: { code: "repo_not_found" },
  },
  {
    title: "the last repository is unregistered and its index kept",
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
