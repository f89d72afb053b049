import { expect, test } from "vitest";
import { isLiteralKey, literalKeys, phraseKey, routeKey, routeSegments, wordsOf } from "../../src/text/index.js";

/** A literal, and its keys after `=>`. */
const CASES = `
  --max-workers => =--max-workers
  -p, --port <number> => =--port
  --color/--no-color => =--color =--no-color
  removed-files => =--removed-files
  DATABASE_URL => =$DATABASE_URL
  /users/:id => =/users/{}
  /users/{user_id}/ => =/users/{}
  GET /users/<int:pk>/posts => =/users/{}/posts
  users/<int:pk>/ => =/users/{}
  /files/* => =/files/{}
  Returns 404 when missing => =returns 404 when missing
  two words =>
  Cannot read {name} of user =>
  took %d ms in all =>
  ./relative/path =>
  GET =>
  / =>
`;

test("literals that people look for as they stand have keys", () => {
  const lines = CASES.trim().split("\n");
  const shown = lines.map((line) => {
    const text = (line.split("=>")[0] ?? "").trim();
    return `  ${[text, "=>", ...literalKeys(text).map((key) => key)].join(" ")}`;
  });
  expect(shown).toEqual(lines.map((line) => `  ${line.trim()}`));
});

test("a key is no word of any text, and long texts have none", () => {
  expect(literalKeys(`--${"x".repeat(300)}`)).toEqual([]);
  const keys = ["--max-workers", "DATABASE_URL", "/users/:id", "no such user here"].flatMap(literalKeys);
  expect(keys.every(isLiteralKey)).toBe(true);
  expect(keys.flatMap(wordsOf).some(isLiteralKey)).toBe(false);
});

test("a phrase is the same in any case and with any punctuation", () => {
  expect(phraseKey("Should retry: three times!")).toBe(phraseKey("should retry three times"));
  expect(routeKey(routeSegments("/users/:id/"))).toBe(routeKey(routeSegments("users/{pk}")));
});
