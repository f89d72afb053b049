/**
 * Scanner of JSON-RPC lines, byte by byte: extracts what an answer needs, that is ids, methods and nesting depth. Keeps
 * nothing else, so a line of any length and depth costs the same memory. Does not need valid JSON, so a truncated line
 * still gives its id.
 */
import { Buffer } from "node:buffer";

/** Scanned fields of one message of a line. */
export interface ScannedMessage {
  /** JSON of the id as it was written; `undefined` without an id that can be answered (a string or a number). */
  readonly idText: string | undefined;
  readonly hasId: boolean;
  readonly method: string | undefined;
}

/** Scanned messages of a line. */
export interface ScannedLine {
  /** The objects of a batch; otherwise the line's object, and any further object on the line. */
  readonly messages: readonly ScannedMessage[];
  readonly maxDepth: number;
}

/** Longer ids and methods are useless, and not kept. */
const MAX_TOKEN_BYTES = 1_024;
/** `method` with each letter escaped. */
const MAX_KEY_BYTES = 38;
/** Of a longer batch, only the first messages are kept. */
const MAX_MESSAGES = 10_000;

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Scans a whole line. */
export function scanLine(bytes: Uint8Array): ScannedLine {
  const scanner = new MessageScanner();
  scanner.push(bytes);
  return scanner.end();
}

/** Scans a line that arrives in pieces. */
export class MessageScanner {
  private readonly messages: ScannedMessage[] = [];
  private depth = 0;
  private maxDepth = 0;
  /** Depth of message objects: 1, and 2 in a batch. */
  private messageDepth = 1;
  private isStarted = false;
  private isString = false;
  private isEscape = false;
  /** Whether the next token in the message is a member's name. */
  private isKeyNext = false;
  private key: string | undefined;
  private token: number[] | undefined;
  private tokenLimit = 0;
  private id: string | undefined;
  private hasId = false;
  private method: string | undefined;
  private isMessage = false;

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      if (this.isString && this.token === undefined && !this.isEscape) at = endOfPlainText(bytes, at);
      const byte = bytes[at];
      if (byte === undefined) return;
      if (this.isString) this.takeInString(byte);
      else this.takeByte(byte);
    }
  }

  end(): ScannedLine {
    // A number at the end may be truncated.
    if (this.isMessage) this.endMessage();
    return { messages: this.messages, maxDepth: this.maxDepth };
  }

  private takeInString(byte: number): void {
    this.keepByte(byte);
    if (this.isEscape) this.isEscape = false;
    else if (byte === BACKSLASH) this.isEscape = true;
    else if (byte === QUOTE) this.endString();
  }

  private takeByte(byte: number): void {
    if (byte === QUOTE) this.startString();
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.open(byte);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.close();
    else if (byte === COMMA || byte === COLON) this.takeSeparator(byte);
    else if (byte === SPACE || byte === TAB || byte === CR || byte === LF) this.endScalar();
    else this.takeScalar(byte);
  }

  private get isInMessage(): boolean {
    return this.isMessage && this.depth === this.messageDepth;
  }

  private startString(): void {
    this.isString = true;
    this.token = undefined;
    if (!this.isInMessage) return;
    if (this.isKeyNext) this.startToken(MAX_KEY_BYTES);
    else if (this.isWanted()) this.startToken(MAX_TOKEN_BYTES);
    this.keepByte(QUOTE);
  }

  private endString(): void {
    this.isString = false;
    if (!this.isInMessage) return;
    const text = this.takeToken();
    if (this.isKeyNext) this.key = parseString(text);
    else this.setValue(text);
  }

  private takeScalar(byte: number): void {
    if (!this.isInMessage || this.isKeyNext || !this.isWanted()) return;
    if (this.token === undefined) this.startToken(MAX_TOKEN_BYTES);
    this.keepByte(byte);
  }

  /** Ends a number or a word. */
  private endScalar(): void {
    if (this.token !== undefined && this.isInMessage) this.setValue(this.takeToken());
  }

  private takeSeparator(byte: number): void {
    this.endScalar();
    if (!this.isInMessage) return;
    this.isKeyNext = byte === COMMA;
    if (byte === COMMA) this.key = undefined;
  }

  private open(byte: number): void {
    if (this.isInMessage && !this.isKeyNext) this.setValue(undefined);
    if (!this.isStarted && byte === OPEN_ARRAY) this.messageDepth = 2;
    this.isStarted = true;
    this.depth++;
    if (this.depth > this.maxDepth) this.maxDepth = this.depth;
    if (byte !== OPEN_OBJECT || this.depth !== this.messageDepth) return;
    this.isMessage = true;
    this.isKeyNext = true;
  }

  private close(): void {
    this.endScalar();
    if (this.isInMessage) this.endMessage();
    if (this.depth > 0) this.depth--;
  }

  private endMessage(): void {
    const { id, hasId, method } = this;
    if (this.messages.length < MAX_MESSAGES) this.messages.push({ idText: usableId(id), hasId, method });
    this.isMessage = false;
    this.id = undefined;
    this.hasId = false;
    this.method = undefined;
    this.key = undefined;
    this.token = undefined;
  }

  /** If a name occurs twice, the last value counts, as in JSON.parse. */
  private setValue(text: string | undefined): void {
    if (this.key === "method") this.method = text === undefined ? undefined : parseString(text);
    if (this.key !== "id") return;
    this.id = text;
    this.hasId = true;
  }

  private isWanted(): boolean {
    return this.key === "id" || this.key === "method";
  }

  private startToken(limit: number): void {
    this.token = [];
    this.tokenLimit = limit;
  }

  private keepByte(byte: number): void {
    if (this.token === undefined) return;
    if (this.token.length < this.tokenLimit) this.token.push(byte);
    else this.token = undefined;
  }

  private takeToken(): string | undefined {
    const text = this.token === undefined ? undefined : Buffer.from(this.token).toString("utf8");
    this.token = undefined;
    return text;
  }
}

/** @returns the position of the next quote or backslash: most of a long line is text between them */
function endOfPlainText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at++;
  return at;
}

function usableId(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return NUMBER.test(text) || parseString(text) !== undefined ? text : undefined;
}

function parseString(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('"')) return undefined;
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined; // not a JSON string
  }
}
