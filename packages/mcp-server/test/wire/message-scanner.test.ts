import fc from "fast-check";
import { expect, test } from "vitest";
import { LineReader, type ScannedLine, scanLine } from "../../src/wire/index.js";
import { MessageScanner } from "../../src/wire/message-scanner.js";

const RUNS = process.env["SDL_LONG"] === undefined ? 1_000 : 100_000;

const id = fc.oneof(
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const member = fc.tuple(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 6 }));

/** Messages with members in any order, escaped or plain names, and random white space. */
const message = fc
  .record({ id: fc.option(id, { nil: undefined }), method: fc.option(fc.string(), { nil: undefined }) })
  .chain((known) =>
    fc.record({
      known: fc.constant(known),
      text: fc
        .tuple(fc.uniqueArray(member, { selector: ([name]) => name }), fc.boolean(), fc.boolean())
        .chain(([others, isEscaped, isIndented]) => {
          const own = Object.entries(known).filter(([, value]) => value !== undefined);
          const free = others.filter(([name]) => name !== "id" && name !== "method");
          return fc.shuffledSubarray([...own, ...free], { minLength: own.length + free.length }).map((members) => {
            const texts = members.map(([name, value]) => {
              const key = isEscaped ? `"${[...name].map(escaped).join("")}"` : JSON.stringify(name);
              return `${key}${isIndented ? " :\t" : ":"}${JSON.stringify(value)}`;
            });
            return `{${texts.join(isIndented ? " , " : ",")}}`;
          });
        }),
    }),
  );

function escaped(char: string): string {
  return [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const bytesOf = (text: string) => Buffer.from(text, "utf8");

test("a message's id, method and depth are scanned as JSON.parse reads them, however the bytes are split", () => {
  fc.assert(
    fc.property(message, fc.array(fc.nat(200), { maxLength: 6 }), ({ known, text }, cuts) => {
      const bytes = bytesOf(text);
      const scanner = new MessageScanner();
      let start = 0;
      for (const size of cuts) {
        scanner.push(bytes.subarray(start, start + size));
        start += size;
      }
      scanner.push(bytes.subarray(start));
      const { messages, maxDepth } = scanner.end();
      expect(maxDepth).toBe(depthOf(JSON.parse(text)));
      expect(messages).toHaveLength(1);
      const [{ idText, hasId, method } = {}] = messages;
      expect(method).toBe(known.method);
      expect(hasId).toBe(known.id !== undefined);
      expect(idText).toBe(known.id === undefined ? undefined : JSON.stringify(known.id));
    }),
    { numRuns: RUNS },
  );
});

test("the scanned id of a truncated message is right or absent", () => {
  fc.assert(
    fc.property(message, fc.nat(400), ({ known, text }, length) => {
      const [{ idText } = {}] = scanLine(bytesOf(text).subarray(0, length)).messages;
      if (idText !== undefined) expect(idText).toBe(JSON.stringify(known.id));
    }),
    { numRuns: RUNS },
  );
});

test("a batch gives the ids of all messages; garbage gives none and does not throw", () => {
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 5 }),
      fc.uint8Array({ maxLength: 300 }),
      (all, garbage) => {
        const { messages } = scanLine(bytesOf(`[${all.map(({ text }) => text).join(", ")}]`));
        expect(messages.map(({ method }) => method)).toEqual(all.map(({ known }) => known.method));
        const { maxDepth } = scanLine(garbage);
        expect(maxDepth).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: RUNS },
  );
});

test("an id that is neither string nor number is treated as absent", () => {
  for (const value of ["null", "true", "{}", "[1]", "01", "1.", "-", "nul", `"${"x".repeat(2_000)}"`])
    expect(scanLine(bytesOf(`{"id":${value},"method":"m"}`)).messages[0]?.idText).toBeUndefined();
});

test("a million brackets are counted, and the id before them is kept", () => {
  const { messages, maxDepth } = scanLine(bytesOf(`{"id":7,"method":"tools/call","params":${"[".repeat(1_000_000)}`));
  expect([messages, maxDepth]).toEqual([[{ idText: "7", hasId: true, method: "tools/call" }], 1_000_001]);
});

interface Heard {
  readonly lines: string[];
  readonly tooLong: ScannedLine[];
}

function readAll(bytes: Uint8Array, sizes: readonly number[], maxBytes: number): Heard {
  const heard: Heard = { lines: [], tooLong: [] };
  const sink = {
    onLine: (line: Uint8Array) => void heard.lines.push(Buffer.from(line).toString("latin1")),
    onTooLong: (line: ScannedLine) => void heard.tooLong.push(line),
  };
  const reader = new LineReader(sink, maxBytes);
  let start = 0;
  for (let i = 0; start < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    reader.push(bytes.slice(start, start + size));
    start += size;
  }
  reader.end();
  return heard;
}

test("lines are complete, however their bytes are split, and a too long one does not hide others", () => {
  const lines = fc.array(fc.uint8Array({ maxLength: 40 }).map((line) => line.map((byte) => (byte === 10 ? 11 : byte))));
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (all, sizes) => {
      const bytes = Buffer.concat(all.flatMap((line) => [line, Buffer.of(10)]));
      const { lines: heard, tooLong } = readAll(bytes, sizes, 24);
      const kept = all.filter(({ length }) => length <= 24).map((line) => Buffer.from(line).toString("latin1"));
      expect(heard).toEqual(kept);
      expect(tooLong).toHaveLength(all.length - kept.length);
    }),
    { numRuns: RUNS },
  );
});

test("lines of many pieces are complete, one after another and at the limit", () => {
  const texts = [4_096, 4_097, 300_000, 3, 1_000_000, 1_000_001].map((length) =>
    Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7 + length) % 26))).join(""),
  );
  const bytes = bytesOf(`${texts.join("\n")}\n`);
  for (const sizes of [[1_000], [65_536], [5, 70_001, 262_144]]) {
    const { lines, tooLong } = readAll(bytes, sizes, 1_000_000);
    expect(lines).toEqual(texts.slice(0, -1));
    expect(tooLong).toHaveLength(1);
  }
});

test("the id of a too long line is found at any position", () => {
  const filler = `"params":{"text":"${"x".repeat(500)}"}`;
  for (const text of [`{"id":5,"method":"ping",${filler}}`, `{${filler},"method":"ping","id":5}`]) {
    const { tooLong } = readAll(bytesOf(`${text}\n`), [7], 100);
    expect(tooLong).toEqual([{ messages: [{ idText: "5", hasId: true, method: "ping" }], maxDepth: 2 }]);
  }
});

test("bytes after the last newline are a line", () => {
  expect(readAll(bytesOf("a\nb"), [1], 100).lines).toEqual(["a", "b"]);
});
