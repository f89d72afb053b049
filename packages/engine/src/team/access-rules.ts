/**
 * Rules of access: which repositories the owner of a token may read. A file has tokens only as their SHA-256, so that
 * whoever reads it learns no token.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { SdlError } from "@sdl/model";
import { describeRefusal, readOwnFile, statOwnFile } from "@sdl/repository";
import { z } from "zod";

/** Names as remotes know them: `owner/name`; `owner/*` stands for all of an owner, `*` for all. */
const PATTERN = /^(?:\*|[^*\s@][^*@]*(?:\/\*)?)$/;
const MAX_BYTES = 10_000_000;

const Rules = z.strictObject({
  tokens: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        repositories: z.array(z.string().regex(PATTERN)).min(1),
      }),
    )
    .min(1),
});

/** The owner of a token. */
export interface Principal {
  /** Name in the rules, for the audit log. */
  readonly name: string;
  /** @param repository as the remote names it */
  mayRead(repository: string): boolean;
}

/** A token's hash, and who owns it. */
interface KnownToken {
  readonly hash: Uint8Array;
  readonly principal: Principal;
}

/** Finds owners of tokens. */
export interface AccessRules {
  /** @returns `undefined` for a token that no rule has */
  principalOf(token: string): Principal | undefined;
}

/** One token for all repositories. */
export function singleTokenRules(token: string): AccessRules {
  return new TokenTable([{ hash: hashToken(token), principal: principal("owner", ["*"]) }]);
}

/**
 * The rules in a file. They are read again when the file changes, so that a token can be withdrawn from a running
 * server; while the changed file is no valid one, the previous rules remain, and `onFault` is told.
 * @throws {SdlError} `invalid_params`, `policy_denied` if the file is no valid one at the start
 */
export function fileRules(path: string, onFault: (text: string) => void): AccessRules {
  let stamp = stampOf(path);
  let table = readRules(path);
  return {
    principalOf: (token) => {
      const current = stampOf(path);
      if (current !== stamp) {
        stamp = current;
        try {
          table = readRules(path);
        } catch (error) {
          onFault(
            `The rules of access were changed and cannot be used; the previous ones remain: ${messageText(error)}`,
          );
        }
      }
      return table.principalOf(token);
    },
  };
}

class TokenTable implements AccessRules {
  constructor(private readonly tokens: readonly KnownToken[]) {}

  /** Compares with every token: the time tells nothing about which one is near. */
  principalOf(token: string): Principal | undefined {
    const given = hashToken(token);
    let found: Principal | undefined;
    for (const { hash, principal: owner } of this.tokens) if (timingSafeEqual(hash, given)) found ??= owner;
    return found;
  }
}

function readRules(path: string): TokenTable {
  const { tokens } = parseRules(path);
  return new TokenTable(
    tokens.map(({ name, sha256, repositories }) => ({
      hash: Buffer.from(sha256, "hex"),
      principal: principal(name, repositories),
    })),
  );
}

function parseRules(path: string): z.output<typeof Rules> {
  let text: string;
  try {
    text = readOwnFile(path, MAX_BYTES).toString("utf8");
  } catch (error) {
    throw (
      describeRefusal(error, path) ?? new SdlError("invalid_params", `${path} cannot be read; name a file of rules`)
    );
  }
  const parsed = Rules.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  const form = '{"tokens": [{"name": "…", "sha256": "…", "repositories": ["owner/name", "owner/*"]}]}';
  throw new SdlError("invalid_params", `${path} holds no rules of access${place}: write ${form}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema refuses it
  }
}

function principal(name: string, patterns: readonly string[]): Principal {
  const exact = new Set(patterns);
  const owners = patterns.filter((pattern) => pattern.endsWith("/*")).map((pattern) => pattern.slice(0, -1));
  return {
    name,
    mayRead: (repository) =>
      exact.has("*") || exact.has(repository) || owners.some((owner) => isBelow(owner, repository)),
  };
}

/** Whether a name is `owner/` and one part more. */
function isBelow(owner: string, repository: string): boolean {
  const rest = repository.slice(owner.length);
  return repository.startsWith(owner) && rest !== "" && !rest.includes("/");
}

function stampOf(path: string): string {
  const stat = statOwnFile(path);
  return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
}

function hashToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

function messageText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
