/** Edits of the contract repository after its last version. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractRepository } from "./contract-repository.js";

export const editServer =
  (from: string, to: string) =>
  ({ fixture, root }: ContractRepository): void =>
    fixture.write({ "src/server.ts": readFileSync(join(root, "src/server.ts"), "utf8").replace(from, to) });

/** Changes a slice of `authenticate`: a body, a signature, an added symbol, a removed symbol. */
export function editTokens({ fixture }: ContractRepository): void {
  fixture.write({
    "src/auth/token.ts": undefined,
    "src/auth/tokens.ts": `import { TokenExpiredError } from "./errors.js";

export interface Token {
  userId: string;
  exp: number;
}

export function decode(bearer: string, separator: string): Token {
  const [userId = "", exp = "0"] = bearer.split(separator);
  return { userId, exp: Number(exp) };
}

/** Decodes a bearer token and checks its expiry. */
export function validateToken(bearer: string, now: number): Token {
  const token = decode(bearer, ".");
  if (token.exp < now) throw new TokenExpiredError(token.exp);
  return token;
}
`,
    "src/server.ts": `import { validateToken } from "./auth/tokens.js";
import { CountingStore, type User } from "./users/store.js";

const store = new CountingStore("users.txt");

/** Resolves a bearer token to its user; fails when the session has expired. */
export function authenticate(bearer: string, now: number): User | undefined {
  const token = validateToken(bearer, now);
  return store.find(token.userId);
}

export function handleLogin(request: { bearer: string }): string {
  const user = authenticate(request.bearer, 0);
  return user === undefined ? "unknown user" : user.name;
}
`,
    "src/broken.bin.ts": `${"x".repeat(2_100_000)}\n`,
  });
}
