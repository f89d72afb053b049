import fc from "fast-check";
import { expect, test } from "vitest";
import {
  EXPRS,
  ExprOp,
  FactsBuilder,
  FactsPage,
  qualifiedNames,
  REFS,
  STARS,
  SYMBOLS,
  TERMS,
} from "../../src/facts/index.js";
import { decodeTable, TableBuilder } from "../../src/facts/table.js";
import { ByteReader, ByteWriter } from "../../src/facts/varint.js";
import { ModelError } from "../../src/index.js";

const word = fc.nat(0xffffffff);

test("a table of any numbers is decoded unchanged, in every column mode", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ hi: word, lo: word, count: word }), { maxLength: 60 }),
      fc.array(word),
      (rows, lines) => {
        const terms = new TableBuilder(TERMS);
        for (const row of rows) terms.append(row);
        const refs = new TableBuilder(REFS);
        for (const line of lines) refs.append({ owner: line, kind: 0, expr: 1, line, col: 2, arity: 3 });
        const out = new ByteWriter();
        terms.encode(out);
        refs.encode(out);
        const reader = new ByteReader(out.finish());
        const decoded = decodeTable(reader, TERMS);
        expect(Array.from(decoded.hi)).toEqual(rows.map((row) => row.hi));
        expect(Array.from(decoded.count)).toEqual(rows.map((row) => row.count));
        expect(Array.from(decodeTable(reader, REFS).line)).toEqual(lines);
      },
    ),
  );
});

test("tables of any length are decoded in any order, and shorter ones share a buffer", () => {
  const length = fc.oneof(fc.nat(20), fc.nat(2_000));
  fc.assert(
    fc.property(fc.tuple(length, length, length), fc.boolean(), ([terms, refs, stars], isReversed) => {
      const builder = new FactsBuilder("typescript");
      for (let i = 0; i < terms; i++) builder.table(TERMS).append({ hi: i, lo: 0xffffffff - i, count: 1 });
      for (let i = 0; i < refs; i++)
        builder.table(REFS).append({ owner: i, kind: 0, expr: 1, line: i, col: 2, arity: 3 });
      for (let i = 0; i < stars; i++) builder.table(STARS).append({ specifier: i });
      const page = new FactsPage(builder.finish());
      const readers = [() => page.table(TERMS).lo, () => page.table(REFS).line, () => page.table(STARS).specifier];
      const columns = isReversed
        ? readers.map((_, i) => (readers.at(-1 - i) as () => Uint32Array)()).reverse()
        : readers.map((read) => read());
      expect(columns.map((column) => Array.from(column))).toEqual([
        Array.from({ length: terms }, (_, i) => 0xffffffff - i),
        Array.from({ length: refs }, (_, i) => i),
        Array.from({ length: stars }, (_, i) => i),
      ]);
    }),
  );
  const builder = new FactsBuilder("typescript");
  for (let i = 0; i < 100; i++) builder.table(STARS).append({ specifier: i });
  for (let i = 0; i < 100; i++) builder.table(TERMS).append({ hi: i, lo: i, count: 1 });
  const page = new FactsPage(builder.finish());
  expect(page.table(TERMS).lo.buffer).toBe(page.table(STARS).specifier.buffer);
});

test("strings of any text are read by index, and equal texts share one", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const builder = new FactsBuilder("python");
      const numbers = texts.map((text) => builder.string(text));
      const page = new FactsPage(builder.finish());
      expect(numbers.map((number) => page.string(number))).toEqual(texts.map((text) => text.toWellFormed()));
      expect(new Set(numbers).size).toBe(new Set(texts).size);
      expect(page.language).toBe("python");
    }),
  );
});

test("equal expressions share a row, and row 0 is Unknown", () => {
  const builder = new FactsBuilder("typescript");
  const member = builder.expr(ExprOp.Member, builder.expr(ExprOp.Symbol, 3), builder.string("run"));
  expect(builder.expr(ExprOp.Member, builder.expr(ExprOp.Symbol, 3), builder.string("run"))).toBe(member);
  const exprs = new FactsPage(builder.finish()).table(EXPRS);
  expect(exprs.op[0]).toBe(ExprOp.Unknown);
  expect([exprs.op[member], exprs.b[member]]).toEqual([ExprOp.Member, builder.string("run")]);
});

test("qualified names follow containers, and a damaged container causes no endless loop", () => {
  const builder = new FactsBuilder("typescript");
  const row = {
    kind: 2,
    ordinal: 0,
    flags: 0,
    visibility: 0,
    startLine: 1,
    startCol: 0,
    endLine: 0,
    endCol: 0,
    nameLine: 0,
    nameCol: 0,
  };
  const rest = { signatureOpt: 0, returnsOpt: 0, genericsOpt: 0, docOpt: 0, typeOpt: 0, valueOpt: 0, fpHi: 0, fpLo: 0 };
  const symbols = builder.table(SYMBOLS);
  [
    ["", 0],
    ["A", 0],
    ["run", 1],
    ["inner", 2],
    ["odd", 9],
  ].forEach(([name, container]) => {
    symbols.append({ ...row, ...rest, name: builder.string(String(name)), container: Number(container) });
  });
  expect(qualifiedNames(new FactsPage(builder.finish()))).toEqual(["", "A", "A.run", "A.run.inner", "odd"]);
});

test("a truncated page and a page of another format are rejected", () => {
  const builder = new FactsBuilder("typescript");
  for (let i = 0; i < 50; i++) builder.table(STARS).append({ specifier: builder.string(`./module-${i}`) });
  const bytes = builder.finish();
  const cut = new FactsPage(bytes.subarray(0, 40));
  expect(() => cut.table(STARS)).toThrow(ModelError);
  expect(() => new FactsPage(Uint8Array.of(99, 0))).toThrow(/facts page of format 99/);
  expect(() => new FactsPage(bytes).string(5000)).toThrow(/string 5000 is not in the facts page/);
});
