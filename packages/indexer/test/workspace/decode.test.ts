import { expect, test } from "vitest";
import { decodeSource } from "../../src/workspace/index.js";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const BOM = [0xef, 0xbb, 0xbf];
const wide = (text: string) => [0xff, 0xfe, ...Buffer.from(text, "utf16le")];
const wideBig = (text: string) => [0xfe, 0xff, ...Buffer.from(text, "utf16le").swap16()];

test.each([
  ["ASCII", bytes("a = 1\r\n"), "a = 1\r\n", "utf-8"],
  ["nothing", bytes(), "", "utf-8"],
  ["UTF-8", bytes("'\u00e9\u{1f600}'"), "'\u00e9\u{1f600}'", "utf-8"],
  ["a mark is no column", bytes(BOM, "a = 1"), "a = 1", "utf-8 bom"],
  ["only the first mark goes", bytes(BOM, BOM, "a"), "\ufeffa", "utf-8 bom"],
  ["a mark inside stays", bytes("a", BOM, "b"), "a\ufeffb", "utf-8"],
  ["Latin-1 without a word", bytes("'caf", [0xe9], "'\nb"), "'caf\ufffd'\nb", "utf-8 replaced"],
  ["an overlong form", bytes([0xc0, 0xaf], "a"), "\ufffd\ufffda", "utf-8 replaced"],
  ["half a character at the end", bytes("a", [0xe2, 0x82]), "a\ufffd", "utf-8 replaced"],
  ["a surrogate in UTF-8", bytes([0xed, 0xa0, 0x80], "a"), "\ufffd\ufffd\ufffda", "utf-8 replaced"],
  ["a true replacement character", bytes("\ufffd"), "\ufffd", "utf-8"],
  ["UTF-16 LE", bytes(wide("a\u00e9\u{1f600}\n")), "a\u00e9\u{1f600}\n", "utf-16le bom"],
  ["UTF-16 BE", bytes(wideBig("a\u00e9\u{1f600}\n")), "a\u00e9\u{1f600}\n", "utf-16be bom"],
  ["UTF-16 of odd length", bytes(wide("ab"), [0x61]), "ab\ufffd", "utf-16le bom replaced"],
  ["a lone surrogate in UTF-16", bytes(wide("a\ud800b")), "a\ufffdb", "utf-16le bom replaced"],
  ["NUL and controls", bytes("a\0b\x1a\fc\u2028d"), "a\0b\x1a\fc\u2028d", "utf-8"],
])("%s", (_, content, text, rest) => {
  const decoded = decodeSource(content);
  expect(decoded.text).toBe(text);
  expect(`${decoded.encoding}${decoded.hadBom ? " bom" : ""}${decoded.replaced ? " replaced" : ""}`).toBe(rest);
});

const E_ACUTE = [0xe9];

test.each([
  ["# coding: latin-1\n", "iso-8859-1", "\u00e9"],
  ["# -*- coding: Latin_1 -*-\n", "iso-8859-1", "\u00e9"],
  ["#!/usr/bin/python\n# vim: set fileencoding=iso-8859-1 :\n", "iso-8859-1", "\u00e9"],
  ["\n#coding=latin1\r\n", "iso-8859-1", "\u00e9"],
  ["# coding: cp1251\n", "windows-1251", "\u0439"],
  ["# coding: utf-8\n", "utf-8", "\ufffd"],
  ["# coding: no-such-thing\n", "utf-8", "\ufffd"],
  ["x = 1\n# coding: latin-1\n", "utf-8", "\ufffd"],
  ["\n\n# coding: latin-1\n", "utf-8", "\ufffd"],
  ["x = 'coding: latin-1'\n", "utf-8", "\ufffd"],
])("the Python comment %j declares the encoding %s", (head, encoding, character) => {
  expect(decodeSource(bytes(head, E_ACUTE), { isPython: true })).toMatchObject({ encoding, text: head + character });
});

test("an encoding comment is ignored outside Python, and if there is a byte order mark", () => {
  expect(decodeSource(bytes("# coding: latin-1\n", E_ACUTE)).encoding).toBe("utf-8");
  expect(decodeSource(bytes(BOM, "# coding: latin-1\n\u00e9"), { isPython: true }).text).toBe(
    "# coding: latin-1\n\u00e9",
  );
});

test("control codes of Latin-1 are kept", () => {
  expect(decodeSource(bytes("# coding: latin-1\n", [0x85, 0x93]), { isPython: true }).text).toBe(
    "# coding: latin-1\n\x85\x93",
  );
});
