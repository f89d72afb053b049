/** Reader of request bodies in bounded memory: each body is limited, and so is the sum of all. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { parseBody } from "../wire/read-line.js";
import type { Refusal } from "./access.js";

/** Limit of one body. An editor buffer of 5 MB grows as JSON: an escape may replace each character. */
export const MAX_BODY_BYTES = 12 * 1024 * 1024;
/** Limit of the sum: a body that would exceed it waits until others are done. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Limit of messages in one batch. */
const MAX_BATCH = 100;

type ReadBody = { readonly value: unknown } | { readonly refusal: Refusal };

const TOO_LARGE: Refusal = {
  status: 413,
  message: `the body is longer than ${MAX_BODY_BYTES} bytes; send smaller arguments, in several calls`,
};
const CUT_OFF: Refusal = { status: 400, message: "the body was cut off" };

/** Work on a body; its bytes count as held until the promise settles. */
export type UseBody<T> = (body: ReadBody) => Promise<T>;

/** Reads bodies for all requests of one server. */
export class BodyReader {
  private heldBytes = 0;
  private readonly waiting: (() => void)[] = [];

  /** Reads a body and passes it to `use`; its bytes count as held until `use` settles. */
  async useBody<T>(request: IncomingMessage, use: UseBody<T>): Promise<T> {
    // Most requests state their length; others count as the maximum.
    const bytes = Number(request.headers["content-length"] ?? MAX_BODY_BYTES);
    if (bytes > MAX_BODY_BYTES) return use({ refusal: TOO_LARGE });
    await this.reserveBytes(bytes);
    try {
      return await use(await readBody(request));
    } finally {
      this.heldBytes -= bytes;
      this.waiting.shift()?.();
    }
  }

  private async reserveBytes(bytes: number): Promise<void> {
    while (this.heldBytes > 0 && this.heldBytes + bytes > MAX_HELD_BYTES)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.heldBytes += bytes;
    // Several small bodies may fit in the space of a large one.
    if (this.heldBytes < MAX_HELD_BYTES) this.waiting.shift()?.();
  }
}

async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // The connection must stay open for the answer even if reading stops early.
    const read: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of read) {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) return { refusal: TOO_LARGE };
      chunks.push(chunk);
    }
  } catch {
    return { refusal: CUT_OFF };
  }
  const parsed = parseBody(Buffer.concat(chunks));
  if ("refusal" in parsed) {
    const { protocolCode, message } = parsed.refusal;
    return { refusal: { status: 400, protocolCode, message } };
  }
  if (Array.isArray(parsed.value) && parsed.value.length > MAX_BATCH)
    return { refusal: { status: 400, message: `a batch holds at most ${MAX_BATCH} messages; send several` } };
  return parsed;
}
