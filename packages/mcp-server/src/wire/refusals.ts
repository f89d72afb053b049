/**
 * Refusals of JSON-RPC lines that reach no action, ready to be written. A tool call is refused by a result with a code,
 * like errors of actions; other requests, and lines that are no JSON, by a protocol error. Notifications are never
 * answered.
 */
import { MAX_LINE_BYTES } from "./line-reader.js";
import type { ScannedMessage } from "./message-scanner.js";

/** Error codes of JSON-RPC 2.0, section 5.1: the line is no JSON. */
export const PARSE_ERROR = -32_700;
/** JSON-RPC 2.0: the message is no valid request. */
export const INVALID_REQUEST = -32_600;
/** JSON-RPC 2.0: the parameters are wrong. */
export const INVALID_PARAMS = -32_602;
/** JSON-RPC 2.0: the server failed. */
export const INTERNAL_ERROR = -32_603;

/** Why a message is refused. */
export interface Refusal {
  readonly protocolCode: number;
  /** Error code for tool calls and for programs. */
  readonly code: "invalid_params" | "too_large" | "busy";
  readonly message: string;
}

/** Refusal of a line over the length limit. */
export const TOO_LONG: Refusal = {
  protocolCode: INVALID_REQUEST,
  code: "too_large",
  message: `the line is longer than ${MAX_LINE_BYTES} bytes; send smaller arguments, in several calls`,
};

/** @returns one answer for each message that expects one, and at least one unless all are notifications */
export function refuseAll(messages: readonly ScannedMessage[], refusal: Refusal): string[] {
  const answers = messages.flatMap((message) => refuseMessage(message, refusal) ?? []);
  const isSilent = messages.length > 0 && messages.every(isNotification);
  return answers.length > 0 || isSilent ? answers : [errorAnswer(undefined, refusal)];
}

/** @returns `undefined` for a notification, and for a message without a usable id */
function refuseMessage(message: ScannedMessage, refusal: Refusal): string | undefined {
  if (message.idText === undefined) return undefined;
  return message.method === "tools/call" && refusal.protocolCode !== PARSE_ERROR
    ? failedCall(message.idText, refusal.code, refusal.message)
    : errorAnswer(message.idText, refusal);
}

function isNotification({ hasId, method }: ScannedMessage): boolean {
  return !hasId && method !== undefined;
}

/** Writes a protocol error. @param idText JSON of the id; null if unknown */
export function errorAnswer(idText: string | undefined, { protocolCode, code, message }: Refusal): string {
  const error = JSON.stringify({ code: protocolCode, message, data: { code } });
  return `{"jsonrpc":"2.0","id":${idText ?? "null"},"error":${error}}`;
}

/** Writes the result of a failed tool call. `resultType` is required by revision 2026-07-28. */
export function failedCall(idText: string, code: string, message: string): string {
  const error = { code, message };
  const content = [{ type: "text", text: JSON.stringify(error) }];
  const result = JSON.stringify({ content, structuredContent: error, isError: true, resultType: "complete" });
  return `{"jsonrpc":"2.0","id":${idText},"result":${result}}`;
}
