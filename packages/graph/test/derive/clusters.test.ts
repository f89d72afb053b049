/** Tests of clusters: connected symbols are grouped, independently of order and handles. */
import { expect, test } from "vitest";
import { clustersText, layersOf } from "./check-layers.js";

const TWO_PARTS = `
src/auth/login.ts
  export function authenticateUser()
    -> call validateToken
    -> call decodeToken
  export function logoutUser()
    -> call validateToken
src/auth/token.ts
  export function validateToken()
    -> call decodeToken
    -> call formatLine 0.6
  export function decodeToken()
src/report/format.ts
  export function formatLine()
    -> call padLine
  export function padLine()
src/report/print.ts
  export function printLines()
    -> call formatLine
    -> call padLine
  export function alone()
test/login.test.ts
  -> call authenticateUser
`;

test("two weakly connected parts form two clusters; tests and isolated symbols are in none", () => {
  expect(clustersText(layersOf(TWO_PARTS))).toBe(
    [
      "report/format: line = format formatLine padLine print printLines (related: src/auth: token, user)",
      "src/auth: token, user = login authenticateUser logoutUser token validateToken decodeToken (related: report/format: line)",
    ].join("\n"),
  );
});

test("members of a class belong to its cluster", () => {
  const text = clustersText(
    layersOf(`
src/cache.ts
  export class Cache
    method read()
    method write()
      -> call flush
  function flush()
`),
  );
  expect(text).toBe("src/cache = cache Cache read write flush");
});

test("cluster ids depend on the members, not on the order of files", () => {
  const files = TWO_PARTS.trim().split(/\n(?=\S)/);
  const turned = layersOf(files.toReversed().join("\n"));
  const straight = layersOf(TWO_PARTS);
  expect(turned.clusters).toEqual(straight.clusters);
  expect(clustersText(turned)).toBe(clustersText(straight));
});

test("a graph without edges has no clusters", () => {
  expect(layersOf("src/a.ts\n  export function a()\n").clusters).toEqual([]);
});
