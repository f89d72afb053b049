/**
 * Requirements of packages on their users, from manifests: versions of Node.js and Python, and the paths by which
 * modules can be imported.
 */
import { type ConfigText, pathClass } from "@sdl/model/paths";
import type { Certainty } from "./signature-breaks.js";

/** A requirement of a package on its users that is new or stricter. */
export interface StricterRequirement {
  /** Path of the manifest or module. */
  readonly file: string;
  /** The change as a sentence without its end: "needs Node.js 20, before 18". */
  readonly text: string;
  readonly certainty: Certainty;
}

interface Requirements {
  /** Minimum version by name of the runtime. */
  readonly runtimes: ReadonlyMap<string, readonly number[]>;
  /** Whether `require` cannot load the package. */
  readonly isModule: boolean;
  /** Keys of `exports`; `undefined` if every file can be imported. */
  readonly subpaths: ReadonlySet<string> | undefined;
}

const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|setup\.py)$/;
/** A package that npm refuses to publish. */
export const PRIVATE_PACKAGE = /"private"\s*:\s*true/;
const REQUIRES_PYTHON = /^[ \t]*(?:requires-python|python_requires)[ \t]*=[ \t]*["']?([^"'\n]*)/m;

/** Requirements that became stricter, by manifest. Added and removed manifests are not compared. */
export function stricterRequirements(
  before: readonly ConfigText[],
  after: readonly ConfigText[],
): StricterRequirement[] {
  const earlier = new Map(before.map(({ path, text }) => [path, text]));
  return after.filter(isOfPackage).flatMap(({ path, text }) => {
    const old = earlier.get(path);
    if (old === undefined || old === text) return [];
    const stricter = compareRequirements(readRequirements(path, old), readRequirements(path, text));
    return stricter.map((one) => ({ file: path, ...one }));
  });
}

/** Whether a manifest describes a package for users; requirements of applications do not matter to others. */
function isOfPackage({ path, text }: ConfigText): boolean {
  return MANIFEST.test(path) && ["plain", "barrel"].includes(pathClass(path)) && !PRIVATE_PACKAGE.test(text);
}

/** Number of leading version parts that identify a release line: Node.js 20 (1 part), Python 3.12 (2 parts). Each line has its own updates. */
const LINE_LENGTH: Readonly<Record<string, number>> = { "Node.js": 1, Python: 2 };

function compareRequirements(before: Requirements, after: Requirements): Omit<StricterRequirement, "file">[] {
  const runtimes = [...after.runtimes].flatMap(([name, now]) => {
    const old = before.runtimes.get(name);
    if (old === undefined || compareVersions(old, now) >= 0) return [];
    const line = LINE_LENGTH[name];
    // A later release of the same line is an update away.
    const isOtherLine = compareVersions(old.slice(0, line), now.slice(0, line)) < 0;
    const text = `needs ${name} ${now.join(".")}, before ${old.join(".")}`;
    return [{ text, certainty: isOtherLine ? ("certain" as const) : ("likely" as const) }];
  });
  const gone = [...(before.subpaths ?? [])].filter((key) => after.subpaths?.has(key) === false);
  return [
    ...runtimes,
    ...(after.isModule && !before.isModule
      ? [{ text: "is an ES module, before CommonJS", certainty: "certain" as const }]
      : []),
    ...gone.map((key) => ({ text: `no longer exports ${key}`, certainty: "certain" as const })),
  ];
}

function readRequirements(path: string, text: string): Requirements {
  return path.endsWith("package.json") ? packageRequirements(text) : pythonRequirements(text);
}

function packageRequirements(text: string): Requirements {
  const manifest = parseObject(text);
  const { engines, exports, type } = manifest;
  const node =
    isObject(engines) && typeof engines["node"] === "string" ? lowestAllowedVersion(engines["node"]) : undefined;
  const keys = isObject(exports) ? Object.keys(exports).filter((key) => key.startsWith(".")) : [];
  return {
    runtimes: new Map(node === undefined ? [] : [["Node.js", node]]),
    isModule: type === "module" && !/"(?:require|default)"/.test(JSON.stringify(exports ?? "")),
    subpaths: keys.length === 0 ? undefined : new Set(keys),
  };
}

function pythonRequirements(text: string): Requirements {
  const range = REQUIRES_PYTHON.exec(text)?.[1];
  const least = range === undefined ? undefined : lowestAllowedVersion(range);
  return { runtimes: new Map(least === undefined ? [] : [["Python", least]]), isModule: false, subpaths: undefined };
}

/** The minimum version that a range allows, over all its alternatives; `undefined` without a lower bound. */
function lowestAllowedVersion(range: string): number[] | undefined {
  const bounds = range.split("||").map((part) => /(?:^|[\s,])(?:>=|\^|~=?|==)?\s*v?(\d+(?:\.\d+)*)/.exec(part)?.[1]);
  if (bounds.length === 0 || bounds.some((bound) => bound === undefined)) return undefined;
  return bounds.map((bound) => (bound ?? "").split(".").map(Number)).sort(compareVersions)[0];
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // A manifest with syntax errors states no requirements.
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
