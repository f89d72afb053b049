/** A server's side of a team's remote: who may ask, what is cached, and what is recorded. Knows no transport. */
import { join } from "node:path";
import { makeFolder } from "@sdl/graph";
import { KeptValues, messageOf, SdlError } from "@sdl/model";
import { ProgramLog } from "@sdl/repository";
import { loadEmbedder, QueryEmbedder } from "@sdl/repository/embeddings";
import {
  LeaseTaken,
  openTeamStore,
  pushedRepositories,
  searchNames,
  type TeamStore,
  withLease,
} from "@sdl/repository/team";
import { loadTokenCounter } from "@sdl/slice";
import { AuditLog } from "../audit/audit-log.js";
import type { Engine } from "../contract/engine.js";
import { loadAccessToken } from "../registry/access-token.js";
import { loadChosenModel } from "../registry/sentence-model.js";
import { type AccessRules, fileRules, type Principal, singleTokenRules } from "./access-rules.js";
import { CachedIndexes, type CacheState } from "./cached-indexes.js";
import { type SharedByCallers, TeamEngine } from "./team-engine.js";

/** Options of {@link withTeam}. */
export interface TeamOptions {
  /** A folder's absolute path, `file://…` or `postgres://…`; may hold a password. */
  readonly remote: string;
  /** Folder for cached indexes, the audit log and the server's own files; of this server alone. */
  readonly directory: string;
  /** Bytes of cached indexes, at most, as far as none that is in use must be removed. */
  readonly maxBytes: number;
  /** File of rules of access; without it, one token reads everything. */
  readonly rules?: string | undefined;
  /** Folder of bare repositories, each at `OWNER/NAME.git`, from which source is shown. */
  readonly mirrors?: string | undefined;
  readonly now?: () => number;
  readonly onNotice: (text: string) => void;
}

/** A request that was refused. */
export interface Denial {
  /** Name of the token's owner; absent if no rule has the token. */
  readonly who?: string;
  /** The caller's address. */
  readonly address?: string | undefined;
  /** Path of the request. */
  readonly route?: string | undefined;
  /** As the caller named it. */
  readonly repository?: string;
}

/** An opened server's side. */
export interface Team {
  /** The remote, without its password. */
  readonly place: string;
  /** Path of the file with the only token; absent if a file of rules has the tokens. */
  readonly tokenPath: string | undefined;
  /** @returns `undefined` for a token that no rule has */
  principalOf(token: string): Principal | undefined;
  /** The engine as the owner of a token sees it. */
  engineOf(principal: Principal): Promise<Engine>;
  /** Records a refusal in the audit log. Never fails: what cannot be recorded is refused all the same, and said. */
  deny(denial: Denial): Promise<void>;
  /** Whether the remote can be reached. */
  isReady(): Promise<boolean>;
  cacheState(): Promise<CacheState>;
}

/** How long the list of repositories is used before it is read again; for the question whether the remote is there, shorter. */
const NAMES_MS = 5000;
const READY_MS = 1000;
/** Longest text of a caller's that is recorded. */
const MAX_RECORDED = 500;

/**
 * Opens a team's remote, calls `work`, and closes it.
 * @throws {SdlError} `busy` if another server uses the folder; errors of the remote and of the rules; errors of `work`
 */
export async function withTeam<T>(options: TeamOptions, work: (team: Team) => Promise<T>): Promise<T> {
  const { directory, remote, now = Date.now } = options;
  makeFolder(directory);
  const done = await withLease({ path: join(directory, "server.lease"), patienceMs: 0, now }, async () => {
    const store = await openTeamStore(remote);
    const team = new OpenTeam(options, store);
    try {
      await team.readNames();
      return { result: await work(team) };
    } finally {
      await team.close();
      await store.close();
    }
  });
  if (!(done instanceof LeaseTaken)) return done.result;
  const text = `another server (process ${done.holder.pid}) uses ${directory}; give each server a folder of its own with --data`;
  throw new SdlError("busy", text);
}

class OpenTeam implements Team {
  readonly place: string;
  readonly tokenPath: string | undefined;
  private readonly rules: AccessRules;
  private readonly indexes: CachedIndexes;
  private readonly audit: AuditLog;
  private readonly shared: SharedByCallers;
  private readonly engines = new WeakMap<Principal, Engine>();
  private readonly end = new AbortController();
  private names: readonly string[] = [];
  private readAtMs = Number.NEGATIVE_INFINITY;
  /** The last reading of the names, which may have failed. */
  private reading = Promise.resolve();

  constructor(
    private readonly options: TeamOptions,
    private readonly store: TeamStore,
  ) {
    const { directory, remote, maxBytes, mirrors, onNotice, now = Date.now } = options;
    const home = join(directory, "home");
    const auditDirectory = join(directory, "audit");
    const log = new ProgramLog({ home, now });
    const token = options.rules === undefined ? loadAccessToken(home) : undefined;
    this.place = store.place;
    this.tokenPath = token?.path;
    this.rules =
      options.rules === undefined ? singleTokenRules(token?.token ?? "") : fileRules(options.rules, onNotice);
    this.indexes = new CachedIndexes({
      ...{ store, remote, maxBytes, mirrors, log, now, onNotice },
      directory: join(directory, "indexes"),
    });
    this.audit = new AuditLog(() => ({ log: join(auditDirectory, "access.jsonl"), home }));
    this.shared = {
      ...{ indexes: this.indexes, home, auditDirectory, log, now, onNotice },
      queryEmbedder: new QueryEmbedder({ model: () => loadChosenModel(home), load: loadEmbedder, nowMs: now }),
      kept: new KeptValues(),
      ending: this.end.signal,
      repositories: () => this.names,
      searchNames: async (query) => {
        const { repositories } = query;
        // A list of all repositories is no condition.
        const isAll = repositories.length === this.names.length;
        const found = await searchNames(store, { ...query, repositories: isAll ? undefined : repositories });
        if (found === undefined) throw noNames();
        return found;
      },
      deny: ({ name }, repository) => this.deny({ who: name, repository }),
    };
    // Loading takes some hundred milliseconds; no question should wait for it.
    void loadTokenCounter();
  }

  principalOf(token: string): Principal | undefined {
    return this.rules.principalOf(token);
  }

  async engineOf(principal: Principal): Promise<Engine> {
    await this.readNames().catch((error: unknown) => this.options.onNotice(messageOf(error)));
    const engine = this.engines.get(principal) ?? new TeamEngine(this.shared, principal);
    this.engines.set(principal, engine);
    return engine;
  }

  async deny(denial: Denial): Promise<void> {
    const fields = Object.entries(denial).map(([field, value]) => [field, String(value).slice(0, MAX_RECORDED)]);
    const outcome = await this.audit.record(this.shared.now(), { ...Object.fromEntries(fields), event: "denied" });
    if (!outcome.isRecorded) this.options.onNotice(`A refusal was not recorded: ${outcome.failure.message}`);
  }

  async isReady(): Promise<boolean> {
    return this.readNames(READY_MS).then(
      () => true,
      () => false,
    );
  }

  cacheState(): Promise<CacheState> {
    return this.indexes.state();
  }

  /** Reads the names of all repositories, unless that was done lately. @throws {SdlError} the remote's errors */
  async readNames(maxAgeMs = NAMES_MS): Promise<void> {
    const nowMs = this.shared.now();
    if (nowMs - this.readAtMs < maxAgeMs) return this.reading;
    this.readAtMs = nowMs;
    this.reading = pushedRepositories(this.store).then((names) => {
      if (names.join("\n") !== this.names.join("\n")) this.names = names;
    });
    return this.reading;
  }

  async close(): Promise<void> {
    this.end.abort();
    await this.indexes.close();
  }
}

function noNames(): SdlError {
  const text =
    "repoId: this server's remote is not in PostgreSQL and keeps no names to search over all repositories; pass one";
  return new SdlError("invalid_params", text, {
    nextBestAction: { tool: "sdl.repo.list", args: {}, rationale: "shows the repositories that you may read" },
  });
}
