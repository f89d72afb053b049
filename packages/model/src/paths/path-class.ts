/**
 * Path classes and the priors of their symbols before any query: tests, examples, documentation and generated files rank lower. Knows names of
 * files and folders only, no content.
 */
import { FileMark } from "./file-marks.js";
import { testPath } from "./test-paths.js";

/** Classes of paths; `plain` is product code. */
export const PATH_CLASSES = [
  "plain",
  "test",
  "example",
  "documentation",
  "benchmark",
  "compatibility",
  "barrel",
  "declaration",
  "generated",
] as const;
/** One of {@link PATH_CLASSES}. */
export type PathClass = (typeof PATH_CLASSES)[number];

/** Factor on the relevance of a path's symbols. Source: relevance notes §2.1 (+.058 MRR) and §4.2. */
export const PATH_PRIORS: Readonly<Record<PathClass, number>> = {
  plain: 1,
  test: 0.3,
  example: 0.3,
  documentation: 0.3,
  benchmark: 0.3,
  compatibility: 0.3,
  barrel: 0.5,
  declaration: 0.7,
  generated: 0.2,
};

/** Class by folder name in lower case. */
const FOLDERS: ReadonlyMap<string, PathClass> = new Map([
  ...pairNamesWithClass("example", "example examples demo demos sample samples tutorial tutorials"),
  ...pairNamesWithClass("documentation", "doc docs documentation"),
  ...pairNamesWithClass("benchmark", "bench benches benchmark benchmarks"),
  ...pairNamesWithClass("compatibility", "compat"),
  ...pairNamesWithClass(
    "generated",
    "generated __generated__ vendor vendored third_party thirdparty node_modules dist",
  ),
]);

const FILES: readonly (readonly [RegExp, PathClass])[] = [
  [/(\.min\.[cm]?js|\.generated\.[^.]+|_pb2(_grpc)?\.pyi?|\.pb\.go)$/, "generated"],
  [/[._]bench\.[^.]+$/, "benchmark"],
  [/(\.d\.[cm]?ts|\.pyi)$/, "declaration"],
  [/^(index\.[^.]+|__init__\.py)$/, "barrel"],
];

/**
 * Class of a path. A test is recognised in every folder ({@link testPath}); otherwise the outermost folder with a class decides, then the file's
 * name.
 * A file with a barrel's name may declare symbols; the caller checks this.
 * @param path repository-relative
 * @param marks marks from the repository's configuration, which take precedence over the path
 */
export function pathClass(path: string, marks = 0): PathClass {
  if (testPath(path, marks) !== "none") return "test";
  if ((marks & FileMark.Generated) !== 0) return "generated";
  const folders = path.toLowerCase().split("/").slice(0, -1);
  const file = path.slice(path.lastIndexOf("/") + 1);
  const byFolder = folders.map((folder) => FOLDERS.get(folder)).find((found) => found !== undefined);
  return byFolder ?? FILES.find(([pattern]) => pattern.test(file))?.[1] ?? "plain";
}

function pairNamesWithClass(found: PathClass, names: string): [string, PathClass][] {
  return names.split(" ").map((name) => [name, found]);
}
