/**
 * Answers to lines that no server can be asked: lines of JSON-RPC, ready to be written. A call of a tool is refused by a result with a code,
 * as actions are; anything else, and what is no JSON, by an error of the protocol. A notification is never answered.
 */
import { MAX_LINE_BYTES } from "./line-reader.js";
import type { ScannedMessage } from "./message-scanner.js";

/** JSON-RPC 2.0, section 5.1. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

export interface Refusal {
  readonly protocolCode: number;
  /** For calls of tools, and for programs. */
  readonly code: "invalid_params" | "too_large" | "busy";
  readonly message: string;
}

export const TOO_LONG: Refusal = {
  protocolCode: INVALID_REQUEST,
  code: "too_large",
  message: `the line is longer than ${MAX_LINE_BYTES} bytes; send smaller arguments, in several calls`,
};

/** @returns one answer for each message that wants one, and at least one unless all are notifications */
export function refuseAll(messages: readonly ScannedMessage[], refusal: Refusal): string[] {
  const answers = messages.flatMap((message) => refuse(message, refusal) ?? []);
  const isSilent = messages.length > 0 && messages.every(isNotification);
  return answers.length > 0 || isSilent ? answers : [errorAnswer(undefined, refusal)];
}

/** @returns `undefined` for a notification and for what nobody can say who asked */
function refuse(message: ScannedMessage, refusal: Refusal): string | undefined {
  if (message.idText === undefined) return undefined;
  return message.method === "tools/call" && refusal.protocolCode !== PARSE_ERROR
    ? failedCall(message.idText, refusal.code, refusal.message)
    : errorAnswer(message.idText, refusal);
}

function isNotification({ hasId, method }: ScannedMessage): boolean {
  return !hasId && method !== undefined;
}

/** @param idText JSON of the id; null where it is not known */
export function errorAnswer(idText: string | undefined, { protocolCode, code, message }: Refusal): string {
  const error = JSON.stringify({ code: protocolCode, message, data: { code } });
  return `{"jsonrpc":"2.0","id":${idText ?? "null"},"error":${error}}`;
}

/** A tool's result that says what went wrong. `resultType` is what revision 2026-07-28 asks for. */
export function failedCall(idText: string, code: string, message: string): string {
  const error = { code, message };
  const content = [{ type: "text", text: JSON.stringify(error) }];
  const result = JSON.stringify({ content, structuredContent: error, isError: true, resultType: "complete" });
  return `{"jsonrpc":"2.0","id":${idText},"result":${result}}`;
}
