/**
 * Memory layout of tree-sitter 0.26/0.27 compiled to wasm32: offsets of trees and languages, from lib/src/subtree.h,
 * tree.h and parser.h (MIT). Reading a tree from the module's memory costs about 60–100 ns per node; the cursor API,
 * which crosses into wasm several times per node, costs ten times as much.
 *
 * The library does not guarantee this layout, so `flatten.ts` falls back to the public cursor if a self-test at start
 * finds a difference, and a test compares both on real files.
 */

/** Byte offsets in `SubtreeHeapData`. Sizes and paddings are in bytes of UTF-16. */
export const HEAP = {
  padding: 4,
  size: 16,
  childCount: 36,
  symbol: 40,
  flags: 44,
  productionId: 66,
} as const;

/** Flag bits of a heap subtree. */
export const HEAP_FLAG = { visible: 1, named: 2, extra: 4, missing: 512 } as const;

/** Flag bits in an inline subtree's low word. */
export const INLINE_FLAG = { isInline: 1, visible: 2, named: 4, extra: 8, missing: 32 } as const;

/** Word indexes in `TSLanguage`, and the byte offset of its single 16-bit field before the pointers. */
const LANGUAGE = {
  symbolCount: 1,
  aliasCount: 2,
  productionIdCount: 7,
  maxAliasSequenceLengthByte: 36,
  fieldMapSlices: 16,
  fieldMapEntries: 17,
  symbolMetadata: 18,
  publicSymbolMap: 19,
  aliasSequences: 21,
} as const;

/** The members of the Emscripten module that are read. */
export interface WasmMemory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
}

/** A language's tables, copied out of wasm memory. */
export interface LanguageTables {
  /** Public symbol by internal symbol. */
  readonly publicSymbol: Uint16Array;
  /** Flags per symbol: visible, named, supertype. */
  readonly metadata: Uint8Array;
  /** Alias by `production * aliasWidth + structural child index`; 0 is none. */
  readonly alias: Uint16Array;
  readonly aliasWidth: number;
  /** Field by `production * fieldWidth + structural child index`; 0 is none. */
  readonly field: Uint8Array;
  readonly fieldWidth: number;
}

/** Copies a language's tables. @param address the language's address in the module's memory */
export function readLanguageTables(memory: WasmMemory, address: number): LanguageTables {
  const { HEAPU8, HEAPU16, HEAPU32 } = memory;
  const word = (index: number): number => HEAPU32[(address >> 2) + index] ?? 0;
  const symbols = word(LANGUAGE.symbolCount) + word(LANGUAGE.aliasCount);
  const productions = word(LANGUAGE.productionIdCount);
  const aliasWidth = HEAPU16[(address + LANGUAGE.maxAliasSequenceLengthByte) >> 1] ?? 0;
  const publicAt = word(LANGUAGE.publicSymbolMap) >> 1;
  const aliasAt = word(LANGUAGE.aliasSequences) >> 1;
  const slicesAt = word(LANGUAGE.fieldMapSlices) >> 1;
  return {
    publicSymbol: HEAPU16.slice(publicAt, publicAt + symbols),
    metadata: HEAPU8.slice(word(LANGUAGE.symbolMetadata), word(LANGUAGE.symbolMetadata) + 3 * symbols),
    alias: HEAPU16.slice(aliasAt, aliasAt + productions * aliasWidth),
    aliasWidth,
    ...readFieldTable(memory, HEAPU16.slice(slicesAt, slicesAt + 2 * productions), word(LANGUAGE.fieldMapEntries)),
  };
}

/** Reads direct fields only: an inherited field is found at the hidden child while descending. */
function readFieldTable(
  memory: WasmMemory,
  slices: Uint16Array,
  entriesAt: number,
): { field: Uint8Array; fieldWidth: number } {
  const entries: { production: number; child: number; field: number }[] = [];
  for (let production = 0; production * 2 < slices.length; production++) {
    const first = slices[production * 2] ?? 0;
    for (let i = 0; i < (slices[production * 2 + 1] ?? 0); i++) {
      const at = entriesAt + 4 * (first + i);
      if (memory.HEAPU8[at + 3] !== 0) continue;
      entries.push({ production, child: memory.HEAPU8[at + 2] ?? 0, field: memory.HEAPU16[at >> 1] ?? 0 });
    }
  }
  const fieldWidth = entries.reduce((width, entry) => Math.max(width, entry.child + 1), 1);
  const field = new Uint8Array((slices.length / 2) * fieldWidth);
  for (const entry of entries) field[entry.production * fieldWidth + entry.child] ||= entry.field;
  return { field, fieldWidth };
}
