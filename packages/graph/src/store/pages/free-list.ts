/** Check of the list of free pages, which a writer may reuse. If it names a page in use, the next write overwrites a record. */
import { FileBytes, PageFault, type PageFile } from "./page-file.js";
import type { PageSet } from "./page-set.js";
import { INTEGER_KEYS, walkTree } from "./tree.js";

const ID_BYTES = 8;

/** @param used all pages of the other trees @throws {PageFault} if the list is damaged or names a page in use */
export function checkFreeList(file: PageFile, used: PageSet): void {
  const { free, lastPage } = file.meta;
  if (free.flags !== INTEGER_KEYS) throw new PageFault("the head of the list of free pages is damaged");
  const lists: Uint8Array[] = [];
  walkTree({ file, head: free, used, visit: ({ data }) => void lists.push(data) });
  for (const data of lists) {
    for (const [first, count] of freePages(data)) {
      if (first < 2 || first + count - 1 > lastPage) throw listDamaged();
      used.add(first, count);
    }
  }
}

/** Decodes a count, then entries: 0 (none), a page number, or a negated number of pages followed by the first of them. */
function* freePages(data: Uint8Array): Iterable<readonly [first: number, count: number]> {
  const piece = new FileBytes(data);
  if (data.length < ID_BYTES) throw listDamaged();
  const length = piece.u64(0);
  if ((length + 1) * ID_BYTES > data.length) throw listDamaged();
  for (let i = 1; i <= length; i++) {
    const entry = piece.i64(i * ID_BYTES);
    if (entry > 0) yield [entry, 1];
    else if (entry < 0) {
      i++;
      if (i > length) throw listDamaged();
      yield [piece.i64(i * ID_BYTES), -entry];
    }
  }
}

function listDamaged(): PageFault {
  return new PageFault("the list of free pages is damaged");
}
