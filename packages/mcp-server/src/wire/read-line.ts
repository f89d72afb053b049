/**
 * Parser of a JSON-RPC line into its messages, or into the answers that refuse it. A batch is read message by message
 * in every revision of the protocol: some revisions allow batches, and each of their messages is answered on its own
 * line.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { type ScannedLine, type ScannedMessage, scanLine } from "./message-scanner.js";
import { errorAnswer, INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, type Refusal, refuseAll } from "./refusals.js";

/** A message for the server, or a ready answer for the client. */
export type Incoming = { readonly message: JSONRPCMessage } | { readonly answer: string };

/** Limit of nesting in arguments. */
const MAX_ARGUMENT_DEPTH = 64;
/** A batch, the message and its parameters surround the arguments. The action table checks the exact limit. */
const MAX_DEPTH = MAX_ARGUMENT_DEPTH + 3;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

const NO_JSON: Refusal = {
  protocolCode: PARSE_ERROR,
  code: "invalid_params",
  message: "Parse error: the line is no JSON; send one message per line, as UTF-8",
};
const TOO_DEEP: Refusal = {
  protocolCode: INVALID_PARAMS,
  code: "invalid_params",
  message: `Invalid params: JSON nested deeper than ${MAX_ARGUMENT_DEPTH}; pass flatter arguments`,
};
/** Yields messages one by one as they are consumed: a batch may hold a million. */
export function* readLine(line: Uint8Array): Generator<Incoming, void> {
  const bytes = withoutMark(line);
  if (bytes.every(isBlank)) return;
  const scanned = scanLine(bytes);
  if (scanned.maxDepth > MAX_DEPTH) return yield* refuseMessages(scanned, TOO_DEEP);
  const value = isUtf8(bytes) ? parse(bytes) : undefined;
  if (value === undefined) yield* refuseMessages(scanned, NO_JSON);
  else yield* readValue(value.json, scanned);
}

/** Content of a request's body: one message or a batch, or why it is neither. */
export type ParsedBody = { readonly value: unknown } | { readonly refusal: Refusal };

/** Parses a request's body; does not check its messages. */
export function parseBody(body: Uint8Array): ParsedBody {
  const bytes = withoutMark(body);
  if (scanLine(bytes).maxDepth > MAX_DEPTH) return { refusal: TOO_DEEP };
  const value = isUtf8(bytes) ? parse(bytes) : undefined;
  if (value !== undefined) return { value: value.json };
  return { refusal: { ...NO_JSON, message: "Parse error: the body is no JSON in UTF-8" } };
}

function* refuseMessages({ messages }: ScannedLine, refusal: Refusal): Generator<Incoming, void> {
  for (const answer of refuseAll(messages, refusal)) yield { answer };
}

function* readValue(value: unknown, { messages }: ScannedLine): Generator<Incoming, void> {
  if (!Array.isArray(value)) yield* readMessage(value, messages[0]);
  else if (value.length === 0) yield invalidRequest(undefined, "an empty batch");
  else {
    let objects = 0;
    for (const entry of value) yield* readMessage(entry, isObject(entry) ? messages[objects++] : undefined);
  }
}

function* readMessage(value: unknown, scanned: ScannedMessage | undefined): Generator<Incoming, void> {
  if (!isObject(value)) return yield invalidRequest(undefined, "a message is an object");
  const { jsonrpc, id, method, params } = value;
  // This server sends its client no requests, so a response answers nothing.
  if (method === undefined && (Object.hasOwn(value, "result") || Object.hasOwn(value, "error"))) return;
  if (typeof method !== "string") return yield invalidRequest(scanned?.idText, '"method" must be a string');
  // Rebuilt from known members, so that unknown ones do not cause a refusal.
  const message = { jsonrpc, method, ...(params === undefined ? {} : { params }) };
  if (Object.hasOwn(value, "id")) yield readRequest({ ...message, id }, scanned?.idText);
  else if (isJSONRPCNotification(message)) yield { message };
}

interface RequestLike {
  readonly jsonrpc: unknown;
  readonly id: unknown;
  readonly params?: unknown;
}

function readRequest(message: RequestLike, idText: string | undefined): Incoming {
  const { jsonrpc, id, params } = message;
  if (!isUsable(id)) return invalidRequest(idText, '"id" must be a string or an integer');
  if (jsonrpc !== "2.0") return invalidRequest(idText, '"jsonrpc" must be "2.0"');
  if (params !== undefined && !isObject(params)) return invalidParams(idText, '"params" must be an object');
  return isJSONRPCRequest(message) ? { message } : invalidParams(idText, '"params._meta" is not as the protocol says');
}

function invalidRequest(idText: string | undefined, why: string): Incoming {
  const message = `Invalid Request: ${why}`;
  return { answer: errorAnswer(idText, { protocolCode: INVALID_REQUEST, code: "invalid_params", message }) };
}

function invalidParams(idText: string | undefined, why: string): Incoming {
  const message = `Invalid params: ${why}`;
  return { answer: errorAnswer(idText, { protocolCode: INVALID_PARAMS, code: "invalid_params", message }) };
}

function isUsable(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns `undefined` if the bytes are not JSON */
function parse(bytes: Uint8Array): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8")) };
  } catch {
    return undefined;
  }
}

/** Space, tab, or the carriage return that ends lines on Windows. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function withoutMark(line: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.every((byte, at) => line[at] === byte) ? line.subarray(BYTE_ORDER_MARK.length) : line;
}
