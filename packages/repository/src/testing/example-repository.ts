/** Example repository of TypeScript and Python. Every documented example of an action works on it. */
import { writeFiles } from "./place.js";

/** File contents by path. */
export const EXAMPLE_REPOSITORY: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "my-app", "version": "1.0.0", "type": "module" }
`,
  "src/auth/errors.ts": `/** Thrown for a token past its expiry. */
export class TokenExpiredError extends Error {
  constructor(readonly expiredAt: number) {
    super("token expired");
  }
}
`,
  "src/auth/token.ts": `import { TokenExpiredError } from "./errors.js";

export interface Token {
  userId: string;
  exp: number;
}

/** How long a token stays valid after its expiry, in seconds. */
export const CLOCK_SKEW = 5;

/** Decodes a bearer token and checks its expiry. */
export function validateToken(bearer: string, now: number): Token {
  const token = decode(bearer);
  if (token.exp + CLOCK_SKEW < now) throw new TokenExpiredError(token.exp);
  return token;
}

function decode(bearer: string): Token {
  const [userId = "", exp = "0"] = bearer.split(".");
  return { userId, exp: Number(exp) };
}
`,
  "src/users/store.ts": `export interface User {
  id: string;
  name: string;
}

/** Keeps users in memory. */
export class UserStore {
  private readonly users = new Map<string, User>();

  add(user: User): void {
    this.users.set(user.id, user);
  }

  getUserById(id: string): User | undefined {
    return this.users.get(id);
  }
}
`,
  "src/server.ts": `import { validateToken } from "./auth/token.js";
import { type User, UserStore } from "./users/store.js";

const store = new UserStore();

/** Resolves a bearer token to its user. Fails with a timeout when the session has expired. */
export function authenticate(bearer: string): User | undefined {
  const token = validateToken(bearer, Date.now() / 1000);
  return store.getUserById(token.userId);
}

export function handleLogin(request: { bearer: string }): string {
  const user = authenticate(request.bearer);
  return user === undefined ? "unknown user" : \`welcome \${user.name}\`;
}
`,
  "test/token.test.ts": `import { validateToken } from "../src/auth/token.js";

export function testExpiredToken(): void {
  validateToken("ada.0", 100);
}
`,
  ".sdl-memory/decisions/5d1c0ffee0ddba11.md": `---
memoryId: 5d1c0ffee0ddba11
type: decision
title: Clocks of clients may be wrong
tags: [auth, token]
confidence: 0.9
files: [src/auth/token.ts]
createdAt: 2026-01-05T09:00:00Z
updatedAt: 2026-01-05T09:00:00Z
---
Tokens stay valid for a few seconds after their expiry, because the clocks of clients and servers differ.
`,
  "tools/report.py": `"""Reports on logins."""


class Report:
    def __init__(self, title):
        self.title = title

    def add(self, line):
        """Appends one line."""
        return format_line(line)


def format_line(line):
    return line.strip()
`,
};

/** Writes the repository. @param root created if missing; files with the same paths are overwritten */
export function writeExampleRepository(root: string): void {
  writeFiles(root, EXAMPLE_REPOSITORY);
}
