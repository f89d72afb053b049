/** Tests of expression rows, for one file after another. */
import { expect, test } from "vitest";
import { ExprRows } from "../../src/facts/expr-rows.js";

test.each([3, 200, 20_000])("after %i expressions were cleared, rows count from 0 again", (count) => {
  const rows = new ExprRows();
  for (const base of [0, 5]) {
    for (let i = 0; i < count; i++) expect(rows.findOrReserveRow(1, base + i, 2)).toBe(i);
    for (let i = 0; i < count; i++) expect(rows.findOrReserveRow(1, base + i, 2)).toBe(i);
    rows.clear();
  }
});
