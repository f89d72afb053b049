import fc from "fast-check";
import { expect, test } from "vitest";
import { createMasker, MaskedText } from "../../src/masking/masker.js";

const masker = createMasker();

/** Made-up secrets in the providers' formats, concatenated so that no scanner takes this file for a leak. */
const SECRETS: readonly [string, string][] = [
  ["aws", `AKIA${"IOSFODNN7EXAMPL"}Q`],
  ["github", `ghp_${"a1B2".repeat(9)}`],
  ["github fine-grained", `github_pat_${"11ABCDEFG0".repeat(4)}`],
  ["gitlab", `glpat-${"abcDEF12_-".repeat(2)}`],
  ["slack", `xoxb-${"123456789012-abcdef"}`],
  ["stripe", `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`],
  ["anthropic", `sk-ant-${"api03-AbCdEf123456789012345"}`],
  ["openai", `sk-proj-${"AbCd1234".repeat(5)}`],
  ["google", `AIza${"SyA1234567890abcdefghijklmnopqrstuv"}`],
  ["npm", `npm_${"aB3".repeat(12)}`],
  ["huggingface", `hf_${"aB3d".repeat(9)}`],
  ["jwt", `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0NTY3ODkwIn0"}.${"dozjgNryP4J3jVmNHl0w5N"}`],
];

test.each(SECRETS)("masks a %s secret anywhere, with equal length", (_, secret) => {
  const text = `before "${secret}" after`;
  expect(masker.mask(text)).toBe(`before "${"*masked".padEnd(secret.length, "*")}" after`);
});

test("masks a private key's body and keeps its lines", () => {
  const key = `-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIEow\nIBAAKC\n+/aZ09==\n-----END RSA PRIVATE KEY-----`;
  const masked = masker.mask(key);
  expect(masked).not.toContain("MIIEow");
  expect(masked.split("\n").map((line) => line.length)).toEqual(key.split("\n").map((line) => line.length));
});

test.each([
  ["postgres://admin:s3cr3t-pw@db.internal/app", "postgres://admin:*masked**@db.internal/app"],
  ['password = "hunter2-Zebra"', 'password = "*masked******"'],
  ["apiKey: 'a8f5f167f44f4964e6c998de'", "apiKey: '*masked*****************'"],
  ['"client_secret": "q9Xv7Lm2Pz"', '"client_secret": "*masked***"'],
  [`secret_key = b'_5#y2L"F4Q8z9XeC'`, "secret_key = b'*masked*********'"],
  [`{"password":'q9"Xv7Lm2Pz'}`, `{"password":'*masked****'}`],
  ["host 192.168.1.20 and 10.0.0.7", "host *masked***** and *masked*"],
])("masks by context rules: %s", (text, expected) => {
  expect(masker.mask(text)).toBe(expected);
});

test.each([
  "9b7c1d2e3f405162738495a6b7c8d9e0f1a2b3c4",
  'password = "changeme-please"',
  "token = process.env.TOKEN",
  `secret: "$\{SECRET_FROM_ENV}"`,
  "const tokenType = 'identifier'",
  "version 10.2.3 of 172 things",
  "https://example.com/path?token",
  "getAuthToken(user: User): string",
  "usually you don't) pass ``passthrough_errors=True`` to ``app.run``",
  "To enable this, pass `EXTERNAL_PATH=/path/to/node_modules/undici`",
  `persist-credentials: false\n- uses: org/setup-it@${"cec208311dfd045dd531"}${"1c1add060b2062131d57"}`,
  '{ "name": "src/auth/token.ts", "symbolId": "a0a2ed2d2672991c" }',
])("does not mask harmless text: %s", (text) => {
  expect(masker.mask(text)).toBe(text);
});

test("keeps the byte length and the lines of any text, and masking twice changes nothing", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(...SECRETS.map(([, secret]) => secret), "\n", 'password="ö8xK-€9qLw"', "é€𝒳"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join(" ");
      const masked = masker.mask(text);
      expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(text));
      expect(masked.split("\n").length).toBe(text.split("\n").length);
      expect(masker.mask(masked)).toBe(masked);
    }),
  );
});

test("takes linear time on adversarial text", () => {
  const hostile = [
    `${"a".repeat(20)}://${":".repeat(50_000)}`,
    `-----BEGIN ${"PRIVATE KEY-----".repeat(4000)}`,
    "eyJ".repeat(40_000),
    `password${"=".repeat(50_000)}`,
  ];
  for (const text of hostile) expect(Buffer.byteLength(masker.mask(text))).toBe(Buffer.byteLength(text));
});

test("masks a range of a text like the whole text", () => {
  const key = `-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIEowIBAAKCAQEA\r\n+/aZ09==\n-----END RSA PRIVATE KEY-----`;
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(...SECRETS.map(([, secret]) => secret), "\n", "\r", "\r\n", 'password="ö8xK-€9qLw"', key),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(), fc.nat(), (pieces, one, other) => {
      const text = pieces.join(" ");
      const [from, to] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b) as [number, number];
      const masked = new MaskedText(text);
      expect(masked.slice(from, to)).toBe(masker.mask(text).slice(from, to));
      expect(masked.slice(0, text.length)).toBe(masker.mask(text));
    }),
  );
});
