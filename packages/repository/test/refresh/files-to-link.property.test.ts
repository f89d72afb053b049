/** Selection of files with changed lookups: few lookups are searched, many are compared; both select the same files. */
import type { LedgerUpdate } from "@sdl/graph";
import type { FileHandle } from "@sdl/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { filesToLink } from "../../src/refresh/link.js";

const LARGEST = 2 ** 32 - 1;
const lookup = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, LARGEST - 1, LARGEST));

test("selects exactly the changed files and those that recorded a changed lookup, in order", () => {
  const files = fc.array(fc.uniqueArray(lookup, { maxLength: 40 }), { maxLength: 12 });
  const changes = fc.uniqueArray(lookup, { maxLength: 60 });
  fc.assert(
    fc.property(files, changes, fc.uniqueArray(fc.nat(14)), (recorded, wanted, changed) => {
      const sorted = recorded.map((lookups) => Uint32Array.from(lookups).sort());
      const update = {
        *outgoingLookups() {
          for (const [file, lookups] of sorted.entries()) yield { file: file as FileHandle, lookups };
        },
      } as unknown as LedgerUpdate;
      const expected = sorted.flatMap((lookups, file) => (wanted.some((one) => lookups.includes(one)) ? [file] : []));
      const found = filesToLink(update, new Set(changed as FileHandle[]), new Set(wanted));
      expect(found).toEqual([...new Set([...expected, ...changed])].sort((a, b) => a - b));
    }),
    { seed: 20_261_126, numRuns: 500 },
  );
});
