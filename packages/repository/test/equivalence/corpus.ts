/** A real repository to edit: TypeScript, JavaScript and Python sources from packages of the registry, and small files of Go. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { grown, PLANTED } from "./planted.js";
import { Random } from "./random.js";

const require = createRequire(import.meta.url);

const SOURCE = /\.(?:ts|js|py|go)$/;
/**
 * Matches large files that no other file imports, which are left out: they take half of each comparison, and editing
 * them affects no other file.
 */
const LEAF = /(?:\.test\.ts|_test\.py)$|\/generator\/|\/xcodeproj_file\.py$/;
const MAX_LEAF_BYTES = 12_000;

function isWanted(path: string): boolean {
  return !LEAF.test(path) || statSync(path).size <= MAX_LEAF_BYTES;
}

/** A working copy, with the original texts of its files. */
export class WorkingCopy {
  readonly root = mkdtempSync(join(tmpdir(), "sdl-equivalence-"));
  readonly originals = new Map<string, string>();
  /** Paths of the current sources. */
  readonly files = new Set<string>();

  /** Creates a copy. @param isSmall leaves out the largest package, for tests that dump often */
  constructor(isSmall = false) {
    const copy = (name: string, folder: string, to: string): void => {
      const from = join(dirname(require.resolve(`${name}/package.json`)), folder);
      cpSync(from, join(this.root, to), { recursive: true, filter: isWanted });
    };
    copy("zod", isSmall ? "src/v4/mini" : "src", isSmall ? "packages/zod/src/v4/mini" : "packages/zod/src");
    copy("node-gyp", "gyp/pylib", "gyp/pylib");
    copy("node-gyp", "lib", "gyp/lib");
    this.write("packages/zod/package.json", '{ "name": "zod", "main": "./src/index.ts" }\n');
    this.write("package.json", '{ "name": "root", "private": true, "workspaces": ["packages/*"] }\n');
    this.write(
      "tsconfig.json",
      '{ "compilerOptions": { "baseUrl": ".", "paths": { "@zod/*": ["packages/zod/src/*"] } } }\n',
    );
    this.write("planted/go/go.mod", "module planted.example/m\n");
    const random = new Random(1);
    for (const [path, template] of Object.entries(PLANTED)) this.write(path, grown(template, random));
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !SOURCE.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name).slice(this.root.length + 1);
      this.originals.set(path, this.read(path));
      this.files.add(path);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    if (SOURCE.test(path)) this.files.add(path);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { force: true });
    this.files.delete(path);
  }

  /** Ascending, so that picking by number is the same on every file system. */
  paths(): string[] {
    return [...this.files].sort();
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
