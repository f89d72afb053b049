/**
 * What the front of a server knows of the conversation that goes through it: the handshake, and which requests wait for an answer. Knows
 * lines of JSON-RPC; no process and no stream.
 */

type Id = string | number;

interface Waiting {
  readonly line: string;
  readonly isCall: boolean;
}

/** What is to be said when a server has gone and another takes its place. */
export interface Takeover {
  /** Answers to the calls that died with it, for the client. */
  readonly answers: readonly string[];
  /** What the next server must hear first. */
  readonly lines: readonly string[];
}

/** The sender of an answer writes its id last or first; elsewhere it is searched for. */
const ID_LAST = /"id":(\d{1,15}|"[^"\\]{0,200}")\}$/;
const ID_FIRST = /^\{"jsonrpc":"2\.0","id":(\d{1,15}|"[^"\\]{0,200}"),"(?:result|error)"/;
/** So much of a line's end holds its id, if it comes last. */
const TAIL_CHARS = 240;

export class Conversation {
  private initialize: string | undefined;
  private initialized: string | undefined;
  private readonly waiting = new Map<Id, Waiting>();
  /** The id of a handshake that the client has seen answered and a new server answers again. */
  private repeated: Id | undefined;

  hear(line: string): void {
    const message = parseObject(line);
    const { id, method, params } = message;
    if (method === "notifications/initialized") this.initialized = line;
    if (method === "notifications/cancelled") this.waiting.delete(cancelledId(params));
    if (typeof method !== "string" || !isId(id)) return;
    if (method === "initialize") this.initialize = line;
    this.waiting.set(id, { line, isCall: method === "tools/call" });
  }

  /** @returns whether the client is to see this line of the server's */
  answer(line: string): boolean {
    const id = answeredId(line);
    if (id === undefined) return true;
    if (id === this.repeated) {
      this.repeated = undefined;
      return false;
    }
    this.waiting.delete(id);
    return true;
  }

  /**
   * A call may have done its work before its server went: it is answered with an error and not repeated. Whatever else waits only asks.
   * @param reason why the server went, as in "SIGBUS"
   */
  takeOver(reason: string): Takeover {
    const answers: string[] = [];
    const lines: string[] = [];
    if (this.initialize !== undefined && !this.isWaiting(this.initialize)) {
      lines.push(this.initialize);
      this.repeated = idOf(parseObject(this.initialize));
      if (this.initialized !== undefined) lines.push(this.initialized);
    }
    for (const [id, { line, isCall }] of this.waiting) {
      if (isCall) answers.push(failedCall(id, reason));
      else lines.push(line);
    }
    for (const [id, { isCall }] of [...this.waiting]) if (isCall) this.waiting.delete(id);
    return { answers, lines };
  }

  private isWaiting(line: string): boolean {
    return [...this.waiting.values()].some((one) => one.line === line);
  }
}

function failedCall(id: Id, reason: string): string {
  const message = `the server ended unexpectedly (${reason}) and was started again; the index is looked at before it is used. Make the call again.`;
  const error = { code: "busy", message };
  const content = [{ type: "text", text: JSON.stringify(error) }];
  return JSON.stringify({ jsonrpc: "2.0", id, result: { content, structuredContent: error, isError: true } });
}

/** @returns `undefined` unless the line answers a request; the server sends none of its own */
function answeredId(line: string): Id | undefined {
  const [, text] = ID_LAST.exec(line.slice(-TAIL_CHARS)) ?? ID_FIRST.exec(line.slice(0, TAIL_CHARS)) ?? [];
  return idOf(text === undefined ? parseObject(line) : { id: JSON.parse(text) });
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // the server says what is wrong with it
  }
}

function idOf({ id }: Readonly<Record<string, unknown>>): Id | undefined {
  return isId(id) ? id : undefined;
}

function isId(id: unknown): id is Id {
  return typeof id === "string" || typeof id === "number";
}

function cancelledId(params: unknown): Id {
  const { requestId } = { requestId: undefined, ...(typeof params === "object" ? params : {}) };
  return isId(requestId) ? requestId : "";
}
