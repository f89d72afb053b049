/**
 * Fixed list of repositories, written before any tuning: half is used for tuning, half never; `fitted` was added later,
 * to fit weights. Chosen by size, language, and descriptive messages, without looking at results.
 */

/** A repository of the list. */
export interface ReplayRepository {
  /** Owner and name at GitHub. */
  readonly name: string;
  readonly language: "typescript" | "javascript" | "python";
  /** Decisions may use every group except `never`. */
  readonly group: "tuned" | "fitted" | "never";
}

/** Repositories of the replay, with their use. */
export const REPOSITORIES: readonly ReplayRepository[] = [
  { name: "colinhacks/zod", language: "typescript", group: "tuned" },
  { name: "honojs/hono", language: "typescript", group: "tuned" },
  { name: "pallets/werkzeug", language: "python", group: "tuned" },
  { name: "encode/httpx", language: "python", group: "tuned" },
  { name: "Textualize/rich", language: "python", group: "tuned" },
  { name: "vuejs/core", language: "typescript", group: "never" },
  { name: "kysely-org/kysely", language: "typescript", group: "never" },
  { name: "reduxjs/redux-toolkit", language: "typescript", group: "never" },
  { name: "pytest-dev/pytest", language: "python", group: "never" },
  { name: "scrapy/scrapy", language: "python", group: "never" },
  { name: "fastify/fastify", language: "javascript", group: "fitted" },
  { name: "mobxjs/mobx", language: "typescript", group: "fitted" },
  { name: "pmndrs/jotai", language: "typescript", group: "fitted" },
  { name: "remix-run/react-router", language: "typescript", group: "fitted" },
  { name: "TanStack/query", language: "typescript", group: "fitted" },
  { name: "trpc/trpc", language: "typescript", group: "fitted" },
  { name: "aio-libs/aiohttp", language: "python", group: "fitted" },
  { name: "encode/starlette", language: "python", group: "fitted" },
  { name: "pallets/click", language: "python", group: "fitted" },
  { name: "python-poetry/poetry", language: "python", group: "fitted" },
  { name: "tornadoweb/tornado", language: "python", group: "fitted" },
  { name: "urllib3/urllib3", language: "python", group: "fitted" },
];
