/** Reports usage as a client requests it: of this session, of past sessions, or both. */
import process from "node:process";
import { SdlError } from "@sdl/model";
import type { Repository } from "@sdl/repository";
import { openSources } from "@sdl/repository/source";
import type { ActionContext } from "../../contract/action.js";
import type { Engine } from "../../contract/engine.js";
import { sumUsage, type ToolUsage, type UsageByTool } from "../../usage/usage-meter.js";
import { readUsage, type SessionUsage, writeUsage } from "./usage-history.js";

/** Which sessions to count. */
export interface UsageRequest {
  readonly repoId?: string | undefined;
  readonly scope: "session" | "history" | "both";
  readonly persist: boolean;
  /** ISO 8601 time. */
  readonly since?: string | undefined;
  readonly limit: number;
}

/** @throws {SdlError} `repo_not_found` for an unknown repoId */
export async function reportUsage({ engine }: ActionContext, request: UsageRequest): Promise<object> {
  const { usage } = engine;
  const { repoId, scope } = request;
  if (repoId !== undefined) engine.resolve(repoId);
  await usage.countWaiting((id, file) => readText(engine, id, file));
  const repositories = await openedRepositories(engine, repoId);
  const updatedMs = engine.now();
  const written = request.persist
    ? repositories.map(({ id, repository }) => persistUsage(engine, id, repository, updatedMs))
    : [];
  const session = { ...describe(usage.usage(repoId)), since: isoTimeOf(usage.startedMs) };
  const past = scope === "session" ? [] : repositories.flatMap(({ repository }) => readUsage(repository.sessions));
  return {
    repoId,
    ...(scope === "history" ? {} : { session }),
    ...(scope === "session" ? {} : { history: describeHistory(past, request) }),
    persisted: written.some(Boolean),
  };
}

/** The requested repository, whether or not it was used; without a request all repositories that this process used. */
async function openedRepositories(engine: Engine, repoId: string | undefined) {
  const ids = repoId === undefined ? engine.usage.repositories : [repoId];
  const opened: { readonly id: string; readonly repository: Repository }[] = [];
  for (const id of ids) {
    const entry = engine.registry.list().find((one) => one.repoId === id);
    if (entry !== undefined) opened.push({ id, repository: await engine.open(entry) });
  }
  return opened;
}

/** The file's text; `undefined`, which counts no tokens, if the file or repository no longer exists. */
async function readText(engine: Engine, repoId: string, file: string): Promise<string | undefined> {
  try {
    const entry = engine.registry.get(repoId);
    const graph = (await engine.open(entry)).snapshot();
    const source = await openSources({ entry, graph }).read(file);
    return source.text(0, source.length);
  } catch (error) {
    if (error instanceof SdlError) return undefined;
    throw error;
  }
}

function persistUsage({ usage }: Engine, repoId: string, repository: Repository, updatedMs: number): boolean {
  const tools = usage.usage(repoId);
  if (tools.size === 0) return false;
  return writeUsage(repository.sessions, String(process.pid), { startedMs: usage.startedMs, updatedMs, tools });
}

/** @param past latest first */
function describeHistory(past: readonly SessionUsage[], { since, limit }: UsageRequest): object {
  const from = since === undefined ? 0 : Date.parse(since);
  const chosen = past.filter(({ updatedMs }) => updatedMs >= from);
  return {
    ...describe(sumUsage(chosen.map(({ tools }) => tools))),
    sessionCount: chosen.length,
    sessions: chosen.slice(0, limit).map(({ startedMs, updatedMs, tools }) => ({
      startedAt: isoTimeOf(startedMs),
      updatedAt: isoTimeOf(updatedMs),
      ...measureUsage(sumTools(tools)),
    })),
  };
}

function describe(tools: UsageByTool): object {
  const sorted = [...tools].sort(([a, x], [b, y]) => y.calls - x.calls || (a < b ? -1 : 1));
  return {
    ...measureUsage(sumTools(tools)),
    tools: sorted.map(([tool, counts]) => ({ tool, ...measureUsage(counts) })),
  };
}

function sumTools(tools: UsageByTool): ToolUsage {
  const sum = { calls: 0, tokensReturned: 0, tokensOfFiles: 0 };
  for (const counts of tools.values()) {
    sum.calls += counts.calls;
    sum.tokensReturned += counts.tokensReturned;
    sum.tokensOfFiles += counts.tokensOfFiles;
  }
  return sum;
}

/** `saved` may be negative: an answer can cost more tokens than the file. */
function measureUsage({ calls, tokensReturned, tokensOfFiles }: ToolUsage): object {
  return {
    calls,
    tokensReturned,
    tokensOfFiles,
    saved: tokensOfFiles - tokensReturned,
    ...(tokensOfFiles === 0 ? {} : { ratio: Math.round((tokensReturned / tokensOfFiles) * 1000) / 1000 }),
  };
}

function isoTimeOf(ms: number): string {
  return new Date(ms).toISOString();
}
