/**
 * The fixed list, written down before anything was tuned: half of it is tuned on, half never. Chosen for size, language, and messages
 * that say what was done; nobody looked at results.
 */

export interface ReplayRepository {
  /** Owner and name at GitHub. */
  readonly name: string;
  readonly language: "typescript" | "python";
  /** Whether decisions may be made on it. */
  readonly isTuned: boolean;
}

export const REPOSITORIES: readonly ReplayRepository[] = [
  { name: "colinhacks/zod", language: "typescript", isTuned: true },
  { name: "honojs/hono", language: "typescript", isTuned: true },
  { name: "pallets/werkzeug", language: "python", isTuned: true },
  { name: "encode/httpx", language: "python", isTuned: true },
  { name: "Textualize/rich", language: "python", isTuned: true },
  { name: "vuejs/core", language: "typescript", isTuned: false },
  { name: "kysely-org/kysely", language: "typescript", isTuned: false },
  { name: "reduxjs/redux-toolkit", language: "typescript", isTuned: false },
  { name: "pytest-dev/pytest", language: "python", isTuned: false },
  { name: "scrapy/scrapy", language: "python", isTuned: false },
];
