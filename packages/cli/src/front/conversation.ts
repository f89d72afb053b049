/**
 * State of a conversation as the front sees it: the handshake, and which requests wait for an answer. Knows lines of
 * JSON-RPC, no process and no stream.
 */
import { Buffer } from "node:buffer";
import { errorAnswer, failedCall, INTERNAL_ERROR, type ScannedMessage, scanLine } from "@sdl/mcp-server/wire";

type Id = string | number;

interface WaitingCall {
  readonly idText: string;
  readonly isCall: boolean;
  /** The client's line, if it was kept. */
  readonly line: string | undefined;
}

/** What the front sends when another server replaces one that ended. */
export interface Takeover {
  /** For the client: answers to calls that the ended server did not answer. */
  readonly answers: readonly string[];
  /** Lines that the next server must receive first. */
  readonly lines: readonly string[];
}

/** Most senders write the id of an answer last or first; otherwise the whole line is parsed. */
const ID_LAST = /"id":(\d{1,15}|"[^"\\]{0,200}")\}$/;
const ID_FIRST = /^\{"jsonrpc":"2\.0","id":(\d{1,15}|"[^"\\]{0,200}"),"(?:result|error)"/;
/** Length of the line's end that holds its id, if the id comes last. */
const TAIL_CHARS = 240;
/** Longer requests are not kept, so they are not sent to another server. */
const MAX_KEPT_BYTES = 64 * 1024;

/** Follows the lines of client and server. */
export class Conversation {
  private initialize: WaitingCall | undefined;
  private initialized: string | undefined;
  /** Unanswered requests by id; several may share an id. */
  private readonly waiting = new Map<Id, WaitingCall[]>();
  /** Id of a handshake that a new server answers again, although the client has its answer. */
  private repeated: Id | undefined;

  /** Whether a request is unanswered. */
  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  addClientLine(bytes: Uint8Array): void {
    const { messages } = scanLine(bytes);
    for (const message of messages) this.addMessage(message, messages.length === 1 ? bytes : undefined);
  }

  /** @returns whether the client may see this line of the server */
  noteServerLine(line: string): boolean {
    const id = answeredId(line);
    if (id === undefined) return true;
    if (id === this.repeated) {
      this.repeated = undefined;
      return false;
    }
    this.remove(id);
    return true;
  }

  /**
   * Prepares the replacement of a server. A call may have done its work before its server ended, so it is answered with
   * an error and not repeated; all other requests only read and are sent again.
   * @param reason why the server ended, such as "SIGBUS"; absent if it ended without having begun the waiting requests
   */
  takeOver(reason?: string): Takeover {
    const answers: string[] = [];
    const lines: string[] = [];
    const waiting = [...this.waiting.values()].flat();
    const { initialize, initialized } = this;
    if (initialize?.line !== undefined && !waiting.includes(initialize)) {
      lines.push(initialize.line);
      this.repeated = JSON.parse(initialize.idText);
      if (initialized !== undefined) lines.push(initialized);
    }
    for (const { idText, isCall, line } of waiting) {
      if ((!isCall || reason === undefined) && line !== undefined) lines.push(line);
      else {
        answers.push(lostAnswer(idText, isCall, reason ?? "it rested"));
        this.remove(JSON.parse(idText));
      }
    }
    return { answers, lines };
  }

  private addMessage({ idText, hasId, method }: ScannedMessage, bytes: Uint8Array | undefined): void {
    if (method === undefined) return;
    const isCall = method === "tools/call";
    const line = bytes === undefined || bytes.length > MAX_KEPT_BYTES ? undefined : decodeLine(bytes);
    if (method === "notifications/initialized") this.initialized = line;
    if (method === "notifications/cancelled") this.waiting.delete(cancelledId(line));
    if (!hasId || idText === undefined) return;
    const id: Id = JSON.parse(idText);
    const request: WaitingCall = { idText, isCall, line };
    if (method === "initialize") this.initialize = request;
    const others = this.waiting.get(id);
    if (others === undefined) this.waiting.set(id, [request]);
    else others.push(request);
  }

  private remove(id: Id): void {
    const requests = this.waiting.get(id);
    requests?.shift();
    if (requests?.length === 0) this.waiting.delete(id);
  }
}

function lostAnswer(idText: string, isCall: boolean, reason: string): string {
  const message = `the server ended unexpectedly (${reason}) and was started again; the index is checked before it is used. Make the call again.`;
  return isCall
    ? failedCall(idText, "busy", message)
    : errorAnswer(idText, { protocolCode: INTERNAL_ERROR, code: "busy", message });
}

/** @returns `undefined` unless the line answers a request; the server sends no requests */
function answeredId(line: string): Id | undefined {
  const [, text] = ID_LAST.exec(line.slice(-TAIL_CHARS)) ?? ID_FIRST.exec(line.slice(0, TAIL_CHARS)) ?? [];
  if (text !== undefined) return JSON.parse(text);
  const { method, id } = parseObject(line);
  return method === undefined && isId(id) ? id : undefined;
}

function parseObject(line: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // the server reports the error
  }
}

function isId(id: unknown): id is Id {
  return typeof id === "string" || typeof id === "number";
}

function cancelledId(line: string | undefined): Id {
  const { params } = parseObject(line);
  const { requestId } = { requestId: undefined, ...(typeof params === "object" ? params : {}) };
  return isId(requestId) ? requestId : "";
}

function decodeLine(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}
