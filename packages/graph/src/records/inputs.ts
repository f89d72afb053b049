/** Records of a refresh's inputs other than sources: configuration files, and the list of files that are not indexed. */
import type { FileStat, SkippedFile } from "@sdl/model";
import { ByteReader } from "@sdl/model/facts";
import { readStat, writeStat } from "./file-page.js";
import {
  decodeChecked,
  encodeWith,
  readList,
  readText,
  readTexts,
  TextTable,
  writeList,
  writeText,
} from "./packing.js";

/** A configuration file: tsconfig.json, package.json, pyproject.toml … */
export interface ConfigEntry {
  readonly path: string;
  readonly text: string;
  readonly stat: FileStat;
}

/** Encodes a configuration file. */
export function encodeConfig(config: ConfigEntry): Uint8Array {
  return encodeWith((out) => {
    writeText(out, config.path);
    writeText(out, config.text);
    writeStat(out, config.stat);
  });
}

/** Decodes a configuration file. @throws {GraphError} `STORE_CORRUPT` */
export function decodeConfig(payload: Uint8Array, key: number): ConfigEntry {
  return decodeChecked(`configuration record ${key}`, () => {
    const reader = new ByteReader(payload);
    return { path: readText(reader), text: readText(reader), stat: readStat(reader) };
  });
}

/** Encodes the list of skipped files; each reason is stored once. */
export function encodeSkipped(files: readonly SkippedFile[]): Uint8Array {
  return encodeWith((out) => {
    const texts = new TextTable();
    writeList(out, files, ({ path, reason, stat }) => {
      out.varint(texts.add(path));
      out.varint(texts.add(reason));
      out.varint(stat === undefined ? 0 : 1);
      if (stat !== undefined) writeStat(out, stat);
    });
    texts.write(out);
  });
}

/** Decodes the list of skipped files. @throws {GraphError} `STORE_CORRUPT` */
export function decodeSkipped(payload: Uint8Array): SkippedFile[] {
  return decodeChecked("the list of skipped files", () => {
    const reader = new ByteReader(payload);
    const rows = readList(reader, () => {
      const path = reader.varint();
      const reason = reader.varint();
      return { path, reason, ...(reader.varint() === 1 ? { stat: readStat(reader) } : {}) };
    });
    const texts = readTexts(reader);
    return rows.map((row) => ({ ...row, path: texts[row.path] as string, reason: texts[row.reason] as string }));
  });
}
