/** Generator of a repository of one-line files in TypeScript, JavaScript and Python, from a seed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers } from "../statistics/random.js";

/** One language per folder, so that its files can import each other. */
const LANGUAGES = ["ts", "js", "py"] as const;
type Extension = (typeof LANGUAGES)[number];

/** Share of files that import another file of their folder. */
const IMPORTING_SHARE = 0.2;

/** Words for names: as in real repositories, names share terms. */
const WORDS = [
  "load",
  "store",
  "user",
  "order",
  "price",
  "cache",
  "query",
  "event",
  "route",
  "token",
  "batch",
  "image",
];

/** Size of the repository. */
export interface OneLineFiles {
  readonly files: number;
  readonly folders: number;
  readonly seed: number;
}

/** Writes the repository into `root`; the same options write the same bytes. */
export function writeOneLineFiles(root: string, { files, folders, seed }: OneLineFiles): void {
  const random = randomNumbers(seed);
  const perFolder = Math.ceil(files / folders);
  for (let folder = 0; folder < folders; folder++) {
    const extension = LANGUAGES[folder % LANGUAGES.length] as Extension;
    const path = join(root, `area${folder % 10}`, `folder_${folder}`);
    mkdirSync(path, { recursive: true });
    const count = Math.min(perFolder, files - folder * perFolder);
    for (let file = 0; file < count; file++) {
      const words = `${drawWord(random)}_${drawWord(random)}`;
      const neighbour = file > 0 && random() < IMPORTING_SHARE ? Math.floor(random() * file) : undefined;
      const text = makeLine(extension, { name: `${words}_${file}`, file, neighbour });
      writeFileSync(join(path, `file_${file}.${extension}`), text);
    }
  }
}

interface Line {
  readonly name: string;
  readonly file: number;
  readonly neighbour: number | undefined;
}

function makeLine(extension: Extension, { name, file, neighbour }: Line): string {
  if (extension === "py") {
    if (neighbour === undefined) return `def ${name}(): return ${file}\n`;
    return `from . import file_${neighbour}; ${name} = file_${neighbour}\n`;
  }
  if (neighbour === undefined) return `export const ${name} = ${file};\n`;
  return `import * as near from "./file_${neighbour}.js"; export const ${name} = near;\n`;
}

function drawWord(random: () => number): string {
  return WORDS[Math.floor(random() * WORDS.length)] as string;
}
