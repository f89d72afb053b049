/** Tests of BriefFacts: they equal the full facts, and walks over them leave the cache of facts unchanged. */
import { qualifiedName, qualifiedNames, SYMBOLS } from "@sdl/model/facts";
import { expect, onTestFinished, test } from "vitest";
import { type LedgerSnapshot, openLedger } from "../src/index.js";
import { refresh } from "./support/toy-indexer.js";
import { temporaryDirectory, temporaryLedger, withSnapshot } from "./support/with-ledger.js";

const KINDS = ["class", "function", "interface", "variable"];

/** A source with a symbol of each kind, at the top level and inside a class. */
function sourceOf(number: number): string {
  const outer = KINDS.map((kind) => `${kind}${number} ${kind}`);
  return [...outer, ...KINDS.map((kind) => `inner${kind} ${kind} in class${number}`)].join("\n");
}

function symbolsOf(snapshot: LedgerSnapshot): number[] {
  return snapshot.files().flatMap((path) => [...snapshot.fileSymbols(path)]);
}

test("kind, name, container and export flag equal those of the whole record", () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: { "a.ts": sourceOf(1), "b/index.ts": sourceOf(2), "empty.ts": "" } });
  withSnapshot(ledger, (snapshot) => {
    const handles = symbolsOf(snapshot);
    expect(handles).toHaveLength(3 + 2 * 2 * KINDS.length);
    for (const handle of handles) {
      const { kind, name, exported, container } = snapshot.symbol(handle);
      const isOutermost = container === undefined || snapshot.symbol(container).kind === "module";
      expect(snapshot.kindOf(handle)).toBe(kind);
      expect(snapshot.nameOf(handle)).toBe(name);
      expect(snapshot.containerOf(handle)).toBe(container);
      expect(snapshot.isExport(handle)).toBe(exported && isOutermost);
    }
    const exports = handles.filter((handle) => snapshot.isExport(handle));
    expect(exports.length).toBeGreaterThan(0);
    expect(exports.length).toBeLessThan(handles.length);
  });
});

test("a single qualified name equals the one in the list of all qualified names", () => {
  const ledger = temporaryLedger();
  refresh(ledger, { files: { "a.ts": `${sourceOf(1)}\ndeep function in innerclass` } });
  withSnapshot(ledger, (snapshot) => {
    const page = snapshot.fileFacts("a.ts");
    if (page === undefined) throw new Error("no facts");
    const names = qualifiedNames(page);
    expect(names.filter((name) => name.includes("."))).not.toHaveLength(0);
    expect(names.map((_, ordinal) => qualifiedName(page, ordinal))).toEqual(names);
    expect([-1, names.length].map((ordinal) => qualifiedName(page, ordinal))).toEqual(["", ""]);
  });
});

test("a walk over all symbols evicts no page from the cache of facts", () => {
  const ledger = openLedger({ directory: temporaryDirectory(), factsCacheBytes: 64 * 1024 });
  onTestFinished(() => ledger.close());
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}.ts`, sourceOf(i)]));
  refresh(ledger, { files });
  withSnapshot(ledger, (snapshot) => {
    const kept = snapshot.fileFacts("f1.ts");
    expect(kept?.table(SYMBOLS).rows).toBe(1 + 2 * KINDS.length);
    for (const handle of symbolsOf(snapshot)) snapshot.kindOf(handle);
    for (const path of snapshot.files()) snapshot.syntaxErrors(path);
    expect(snapshot.fileFacts("f1.ts")).toBe(kept);
    for (const handle of symbolsOf(snapshot)) snapshot.symbol(handle);
    expect(snapshot.fileFacts("f1.ts"), "whole records do").not.toBe(kept);
  });
});
