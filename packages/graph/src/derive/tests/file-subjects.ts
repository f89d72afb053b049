/**
 * Source files that a test file mirrors by name: `tests/auth/test_token.py` mirrors `auth/token.py`, `token.test.ts` mirrors `token.ts` beside it.
 */
import { addToList } from "@sdl/model";
import type { CodeGraph } from "../code-graph.js";
import { fileStem, plainName, subjectOfPath } from "./signals.js";

/** Maximum number of equally near files with the test's stem; a stem shared by more files (`utils`) identifies none of them. */
const MAX_MIRRORED = 3;
const EMPTY: ReadonlySet<number> = new Set();

/** Index of source files by stem. */
export class FileSubjects {
  /** Non-test files by the normalised form of their stems. */
  private readonly byStem = new Map<string, number[]>();

  /** @param isTest 1 for each symbol that is test code */
  constructor(
    private readonly code: CodeGraph,
    isTest: Uint8Array,
  ) {
    code.paths.forEach((path, file) => {
      if (isTest[code.members[file]?.[0] ?? 0] === 1) return;
      addToList(this.byStem, plainName(fileStem(path)), file);
    });
  }

  /** All symbols of the files with the test's stem that share the most folders with the test. */
  symbolsOfTestedFiles(testPath: string): ReadonlySet<number> {
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
