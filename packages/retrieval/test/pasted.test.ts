import { expect, test } from "vitest";
import { readPasted } from "../src/relevance/pasted.js";

function firstKey(query: string): string | undefined {
  return readPasted(query).keys[0]?.[0];
}

test("an option is read without its value, and is sure", () => {
  for (const query of ["--max-workers", "--max-workers=4", "--max-workers 4"]) {
    expect(readPasted(query)).toEqual({ text: "--max-workers", keys: [["=--max-workers"]], isSure: true });
  }
});

test("a variable is read as shells and code write it", () => {
  const written = [
    "API_TOKEN",
    "$API_TOKEN",
    "$" + "{API_TOKEN}",
    "process.env.API_TOKEN",
    'os.environ["API_TOKEN"]',
    "os.getenv('API_TOKEN')",
    "API_TOKEN=abc",
  ];
  for (const query of written) expect([query, readPasted(query).variable]).toEqual([query, "API_TOKEN"]);
  expect(readPasted("ApiToken").variable).toBeUndefined();
});

test("a route is tried as written, then with values in it, then below where a router may stand", () => {
  const { keys, text } = readPasted("GET http://localhost:3000/api/users/42?full=1");
  expect(text).toBe("/api/users/42");
  expect(keys[0]).toEqual(["=/api/users/42"]);
  expect(keys[1]).toEqual(["=/api/users/{}"]);
  expect(keys[2]).toEqual(["=/{}/users/{}", "=/api/{}/{}"]);
  expect(keys.flat()).toContain("=/users/{}");
  expect(keys.flat()).not.toContain("=/{}");
  expect(firstKey("/users/{id}")).toBe("=/users/{}");
});

test("the title of a test is read without what its reporter adds", () => {
  const key = "=returns 404 when missing";
  const lines = [
    "returns 404 when missing",
    "  ✓ returns 404 when missing (5 ms)",
    "● Users › returns 404 when missing",
  ];
  for (const line of [...lines, 'it("returns 404 when missing", async () => {']) expect(firstKey(line)).toBe(key);
});

test("a test of pytest is a place", () => {
  const { test: place } = readPasted("tests/test_auth.py::TestLogin::test_expired[utc-1]");
  expect(place).toEqual({ file: "tests/test_auth.py", name: "TestLogin.test_expired" });
  expect(readPasted("test_expired[utc]")).toEqual({ text: "test_expired", keys: [], isSure: true });
});

test("names and few words are searched as they are", () => {
  for (const query of ["validateToken", "content hash", "Router.handle", "src/router.ts"]) {
    expect(readPasted(query)).toEqual({ text: query, keys: [], isSure: false });
  }
});
