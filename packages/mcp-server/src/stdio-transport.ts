/**
 * MCP transport over standard input and output with bounded memory, whatever the client sends and whether or not it
 * reads: while too much is unanswered or unread, lines wait, and then input is not read.
 */
import type { Buffer } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { LineReader } from "./wire/line-reader.js";
import { type Incoming, readLine } from "./wire/read-line.js";
import { refuseAll, TOO_LONG } from "./wire/refusals.js";

/** Limits of unanswered calls and of unread output: above them, lines wait. */
const MAX_OPEN_CALLS = 1_000;
const MAX_OPEN_BYTES = 16 * 1024 * 1024;
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Limit of waiting lines: above it, input is not read. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** How long calls that arrived before the end of input may take to be answered. */
const GRACE_MS = 400;

interface WaitingLine {
  readonly bytes: number;
  readonly incoming: Iterator<Incoming>;
}

/** One conversation with one client. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  private readonly lines: WaitingLine[] = [];
  private waitingBytes = 0;
  /** Sizes of unanswered calls' lines, by id; several calls may share an id. */
  private readonly open = new Map<string | number, number[]>();
  private openCalls = 0;
  private openBytes = 0;
  private isEnded = false;
  private isClosed = false;
  private endWaits: () => void = () => undefined;
  /** Resolves after the end of input, once earlier calls are answered or the grace period is over. */
  readonly whenDone = new Promise<void>((resolve) => {
    this.endWaits = resolve;
  });

  private readonly reader = new LineReader({
    onLine: (bytes) => this.addLine(bytes.length, readLine(bytes)),
    onTooLong: ({ messages }) =>
      this.addLine(
        0,
        refuseAll(messages, TOO_LONG)
          .map((answer) => ({ answer }))
          .values(),
      ),
  });

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  /** Whether a call is unanswered, or an answer unread. */
  get isBusy(): boolean {
    return this.openCalls > 0 || this.lines.length > 0 || this.output.writableLength > 0;
  }

  async start(): Promise<void> {
    this.input.on("data", this.onData);
    this.input.once("end", this.onEnd);
    this.input.once("close", this.onEnd);
    this.input.on("error", this.onEnd);
    this.output.on("drain", this.pump);
  }

  /** Resolves when the message is written. Does not wait for the client to read it, which may never happen. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) throw new Error("the client has gone");
    this.write(JSON.stringify(message));
    if (!("method" in message) && message.id !== undefined) this.closeCall(message.id);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.lines.length = 0;
    this.input.off("data", this.onData);
    this.input.pause();
    this.output.off("drain", this.pump);
    this.endWaits();
    this.onclose?.();
  }

  private readonly onData = (chunk: Buffer): void => {
    this.reader.push(chunk);
    this.pump();
  };

  private readonly onEnd = (): void => {
    if (this.isEnded) return;
    this.isEnded = true;
    this.reader.end();
    setTimeout(this.endWaits, GRACE_MS).unref();
    this.pump();
  };

  private addLine(bytes: number, incoming: Iterator<Incoming>): void {
    this.waitingBytes += bytes;
    this.lines.push({ bytes, incoming });
  }

  /** Passes waiting messages on, up to the limits. */
  private readonly pump = (): void => {
    let line = this.lines[0];
    while (line !== undefined && !this.isFull() && !this.isClosed) {
      const { value, done } = line.incoming.next();
      if (done !== true) this.takeIncoming(value, line.bytes);
      else {
        this.lines.shift();
        this.waitingBytes -= line.bytes;
      }
      line = this.lines[0];
    }
    if (this.waitingBytes > MAX_WAITING_BYTES) this.input.pause();
    else if (this.input.isPaused() && !this.isClosed) this.input.resume();
    if (this.isEnded && this.lines.length === 0 && this.openCalls === 0) this.endWaits();
  };

  private isFull(): boolean {
    const { openCalls, openBytes, output } = this;
    return openCalls >= MAX_OPEN_CALLS || openBytes > MAX_OPEN_BYTES || output.writableLength > MAX_UNREAD_BYTES;
  }

  private takeIncoming(incoming: Incoming, bytes: number): void {
    if ("answer" in incoming) {
      this.write(incoming.answer);
      return;
    }
    const { message } = incoming;
    if ("id" in message && message.id !== undefined) this.openCall(message.id, bytes);
    else if ("method" in message && message.method === "notifications/cancelled") this.cancelCall(message.params);
    this.onmessage?.(message);
  }

  private openCall(id: string | number, bytes: number): void {
    const known = this.open.get(id);
    if (known === undefined) this.open.set(id, [bytes]);
    else known.push(bytes);
    this.openCalls++;
    this.openBytes += bytes;
  }

  private closeCall(id: string | number): void {
    const known = this.open.get(id);
    const bytes = known?.shift();
    if (bytes === undefined) return;
    if (known?.length === 0) this.open.delete(id);
    this.openCalls--;
    this.openBytes -= bytes;
    setImmediate(this.pump);
  }

  /** Removes a cancelled call: it gets no answer. */
  private cancelCall(params: Readonly<Record<string, unknown>> | undefined): void {
    const id = params?.["requestId"];
    if (typeof id === "string" || typeof id === "number") this.closeCall(id);
  }

  private write(line: string): void {
    this.output.write(`${line}\n`);
  }
}
