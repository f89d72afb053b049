/** Which files a test file mirrors: `tests/auth/test_token.py` and `auth/token.py`, `token.test.ts` beside `token.ts`. */
import { addToList } from "@sdl/model";
import type { CodeGraph } from "../code-graph.js";
import { plainName, stemOf, subjectOfPath } from "./signals.js";

/** A stem that so many files share in equally near places (`utils`) names none of them. */
const MAX_MIRRORED = 3;
const EMPTY: ReadonlySet<number> = new Set();

export class FileSubjects {
  /** Files outside of tests, by the plain form of their stems. */
  private readonly byStem = new Map<string, number[]>();

  /** @param isTest by symbol */
  constructor(
    private readonly code: CodeGraph,
    isTest: Uint8Array,
  ) {
    code.paths.forEach((path, file) => {
      if (isTest[code.members[file]?.[0] ?? 0] === 1) return;
      addToList(this.byStem, plainName(stemOf(path)), file);
    });
  }

  /** All symbols of those of the files of the test's stem that share most folders with it. */
  mirroredBy(testPath: string): ReadonlySet<number> {
    const files = this.byStem.get(subjectOfPath(testPath));
    if (files === undefined) return EMPTY;
    const folders = new Set(testPath.split("/").slice(0, -1));
    const shared = (file: number) =>
      (this.code.paths[file] as string)
        .split("/")
        .slice(0, -1)
        .filter((part) => folders.has(part)).length;
    const most = Math.max(...files.map(shared));
    const nearest = files.filter((file) => shared(file) === most);
    if (nearest.length > MAX_MIRRORED) return EMPTY;
    return new Set(nearest.flatMap((file) => [...(this.code.members[file] as Uint32Array)]));
  }
}
