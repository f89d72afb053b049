/** Set of the pages met during a check. */
import { PageFault } from "./page-file.js";

/** One bit per page. */
export class PageSet {
  private readonly bits: Uint32Array;

  constructor(pages: number) {
    this.bits = new Uint32Array(Math.ceil(pages / 32));
  }

  /** @throws {PageFault} if one of the pages was added before: two trees share it, or it is both free and in use */
  add(page: number, count: number): void {
    for (let one = page; one < page + count; one++) {
      const bit = 1 << (one & 31);
      const word = this.bits[one >>> 5] ?? 0;
      if ((word & bit) !== 0) throw new PageFault(`page ${one} of the data file is used twice`);
      this.bits[one >>> 5] = word | bit;
    }
  }
}
