/**
 * Generator of invalid protocol lines from a seed: messages of a session that are cut, spliced, nested, doubled, or
 * have other types, among valid ones. States which answers each line must have; knows nothing of how the server reads
 * lines.
 */
import { Buffer } from "node:buffer";
import type { Random } from "@sdl/engine/testing";

export interface GarbageLine {
  /** Without the newline. */
  readonly bytes: Buffer;
  readonly expected: Expected;
}

/** The answers that a line must have. */
interface Expected {
  /** Ids as JSON, one entry per required answer. */
  readonly ids: readonly string[];
  /** Number of errors without an id. */
  readonly nameless: number;
  /** The line is no JSON: it needs at least one parse error, with or without an id. */
  readonly isMalformed: boolean;
  /** The call's answer contains the symbol that it searches for. */
  readonly isSearch?: boolean;
}

export class GarbageGenerator {
  private count = 0;

  /** @param meta parameters that every valid request carries */
  constructor(
    private readonly random: Random,
    private readonly meta: object,
  ) {}

  line(): GarbageLine {
    if (this.random() < 0.25) return this.search();
    const text = this.garble(JSON.stringify(this.message()));
    const bytes = Buffer.from(this.spoil(Buffer.from(text, "utf8")).map((byte) => (byte === 10 ? 32 : byte)));
    return { bytes, expected: expectedOf(bytes) };
  }

  private search(): GarbageLine {
    const id = this.id();
    const message = { jsonrpc: "2.0", id, method: "tools/call", params: { ...SEARCH, ...this.meta } };
    const expected = { ids: [JSON.stringify(id)], nameless: 0, isMalformed: false, isSearch: true };
    return { bytes: Buffer.from(JSON.stringify(message)), expected };
  }

  /** A new id; no id contains another. */
  private id(): string {
    return `id-${this.count++}-${Math.floor(this.random() * 2 ** 32).toString(16)}-id`;
  }

  private message(): Readonly<Record<string, unknown>> {
    const id = this.id();
    const [method, params] = this.pick(REQUESTS);
    const carried =
      params === undefined && Object.keys(this.meta).length === 0 ? undefined : { ...params, ...this.meta };
    const request = { jsonrpc: "2.0", id, method, ...(carried === undefined ? {} : { params: carried }) };
    if (this.random() < 0.8) return request;
    return { jsonrpc: "2.0", method: this.pick(["notifications/progress", "notifications/other", "note"]), params: {} };
  }

  /** Edits the JSON text at random. */
  private garble(text: string): string {
    const garble = this.pick<(text: string) => string>([
      (same) => same,
      (one) => this.swapType(one),
      (one) => this.swapType(this.swapType(one)),
      (one) => this.batch(one),
      (one) => this.nest(one),
      (one) => this.addMembers(one),
      (one) => `${one}${this.pick(["", " ", ",", "}", "]"])}${JSON.stringify(this.message())}`,
      (one) =>
        this.pick(["", " \t ", "\r", "null", "[]", "{}", "[[]]", '"text"', "1", "[1,null]", "\u0000", "]]}}"]) || one,
    ]);
    return garble(text);
  }

  /** Edits the bytes at random. */
  private spoil(bytes: Buffer): Buffer {
    const at = Math.floor(this.random() * (bytes.length + 1));
    const spoil = this.pick<() => Buffer>([
      ...Array.from({ length: 6 }, () => () => bytes),
      () => bytes.subarray(0, at),
      () => bytes.subarray(at),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.of(Math.floor(this.random() * 256)), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + Math.floor(this.random() * 4))]),
      () => Buffer.concat([bytes.subarray(0, at), bytes, bytes.subarray(at)]),
      () => Buffer.concat([bytes, Buffer.from("\r")]),
      () => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]),
    ]);
    return spoil();
  }

  private swapType(text: string): string {
    const message = parse(text);
    if (typeof message !== "object" || message === null) return text;
    const name = this.pick(["id", "jsonrpc", "method", "params", "extra"]);
    return JSON.stringify({ ...message, [name]: this.pick(VALUES) });
  }

  private batch(text: string): string {
    const others = Array.from({ length: Math.floor(this.random() * 5) }, () =>
      this.random() < 0.2 ? JSON.stringify(this.pick(VALUES)) : JSON.stringify(this.message()),
    );
    return `[${[text, ...others].join(",")}]`;
  }

  private nest(text: string): string {
    const depth = this.pick([2, 30, 62, 66, 70, 1_000, 100_000]);
    const [open, close] = this.pick([
      ["[", "]"],
      ['{"a":', "}"],
    ] as const);
    const nested = `${open.repeat(depth)}1${close.repeat(this.random() < 0.8 ? depth : depth - 1)}`;
    const params = `{"name":"sdl_symbol_search","arguments":{"query":${nested}}}`;
    return text.replace(/"params":\{.*\}(?=\}$)|(?=\}$)/s, (found) => `${found === "" ? "," : ""}"params":${params}`);
  }

  private addMembers(text: string): string {
    const members = this.pick([
      '"__proto__":{"id":1}',
      '"constructor":null',
      '"id":"first"',
      '"\\u0069d":"escaped"',
      Array.from({ length: 2_000 }, (_, i) => `"k${i}":${i}`).join(","),
    ]);
    return text.replace("{", `{${members},`);
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }
}

const SEARCH = { name: "sdl_symbol_search", arguments: { query: "validateToken", limit: 1, answerFormat: "json" } };

const REQUESTS: readonly (readonly [string, object?])[] = [
  ["ping"],
  ["tools/list"],
  ["tools/call", SEARCH],
  ["tools/call", { name: "sdl_symbol_search", arguments: { query: 5 } }],
  ["tools/call", { name: "sdl_repo_list", arguments: { __proto__: null, "a b": [] } }],
  ["tools/call", { name: "no_such_tool" }],
  ["tools/call", { name: "sdl_query", arguments: { action: "symbol.search", args: { query: "decode" } } }],
  ["no/such/method", { a: 1 }],
  ["resources/list"],
];

const VALUES: readonly unknown[] = [null, true, 0, -1, 1.5, 1e300, 2 ** 60, "", "2.0", "x", [], {}, [1], { a: [] }];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answers that JSON-RPC and the protocol require for a line. */
function expectedOf(line: Buffer): Expected {
  const nothing = { ids: [], nameless: 0, isMalformed: false };
  const hasMark = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
  const bytes = hasMark ? line.subarray(3) : line;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ...nothing, isMalformed: true };
  }
  if (/^[ \t\r]*$/.test(text)) return nothing;
  const value = parse(text);
  if (value === undefined) return { ...nothing, isMalformed: true };
  const messages: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  const answers = messages.map(answerOf);
  return {
    ids: answers.filter((answer) => typeof answer === "string"),
    nameless: answers.filter((answer) => answer === null).length,
    isMalformed: false,
  };
}

/** @returns the id that an answer must have, as JSON; `null` for an error without one, `undefined` where none may come */
function answerOf(message: unknown): string | null | undefined {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return null;
  const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
  if (method === undefined && ("result" in message || "error" in message)) return undefined;
  if (typeof id === "string" || typeof id === "number") return JSON.stringify(id);
  return typeof method === "string" && !Object.hasOwn(message, "id") ? undefined : null;
}
