/**
 * Record of a version's git history. It is deflated, because most of it is commit messages. Depends on its commit and the version's content alone.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { symbolIdFromParts, symbolIdParts } from "@sdl/model";
import { ByteReader, type ByteWriter } from "@sdl/model/facts";
import type { HistoryData, HistoryTouch } from "@sdl/model/graph";
import {
  decodeChecked,
  encodeWith,
  readList,
  readLong,
  readTexts,
  writeList,
  writeLong,
  writeTexts,
} from "./packing.js";

const MAX_BYTES = 256 * 1024 * 1024;
const LISTS = ["files", "symbols", "containers"] as const;

/** Encodes and deflates a history. */
export function encodeHistory(data: HistoryData): Uint8Array {
  return deflateRawSync(encodeWith((out) => writeHistory(out, data)));
}

function writeHistory(out: ByteWriter, { commit, timeMs, paths, symbols, modules, touches }: HistoryData): void {
  writeTexts(out, [commit, ...paths]);
  writeLong(out, timeMs);
  out.varint(symbols.length);
  symbols.forEach((symbol, i) => {
    const { hi, lo } = symbolIdParts(symbol);
    out.word(hi);
    out.word(lo);
    out.varint(modules[i] ?? 0);
  });
  writeTexts(
    out,
    touches.flatMap(({ id, author, message }) => [id, author, message]),
  );
  for (const touch of touches) {
    writeLong(out, touch.timeMs);
    out.varint(touch.fileCount);
    for (const list of LISTS) writeAscending(out, touch[list]);
  }
}

/** Inflates and decodes a history. @throws {GraphError} `STORE_CORRUPT` */
export function decodeHistory(payload: Uint8Array): HistoryData {
  return decodeChecked("the record of the history", () => {
    const reader = new ByteReader(inflateRawSync(payload, { maxOutputLength: MAX_BYTES }));
    const [commit = "", ...paths] = readTexts(reader);
    const timeMs = readLong(reader);
    const count = reader.varint();
    const modules = new Uint8Array(count);
    const symbols = Array.from({ length: count }, (_, i) => {
      const symbol = symbolIdFromParts(reader.word() >>> 0, reader.word() >>> 0);
      modules[i] = reader.varint();
      return symbol;
    });
    const texts = readTexts(reader);
    const touches = Array.from({ length: texts.length / 3 }, (_, i): HistoryTouch => {
      const [id = "", author = "", message = ""] = texts.slice(3 * i, 3 * i + 3);
      const at = readLong(reader);
      const fileCount = reader.varint();
      const [files = [], own = [], containers = []] = LISTS.map(() => readAscending(reader));
      return { id, author, message, timeMs: at, fileCount, files, symbols: own, containers };
    });
    return { commit, timeMs, paths, symbols, modules, touches };
  });
}

function writeAscending(out: ByteWriter, numbers: readonly number[]): void {
  let before = 0;
  writeList(out, numbers, (number) => {
    out.varint(number - before);
    before = number;
  });
}

function readAscending(reader: ByteReader): number[] {
  let before = 0;
  return readList(reader, () => (before += reader.varint()));
}
