/**
 * Objects of one bucket below one prefix, over HTTP: signed, with time limits, and repeated while the server is busy or
 * connections are lost. All that is repeated may run twice. Keys are relative to the prefix.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { RemoteError } from "../errors.js";
import { type ListedObject, type ListPage, parseErrorCode, parseListPage } from "./list-xml.js";
import { isLost, isPassing, lostError, NO_BUCKET, refusalError } from "./s3-errors.js";
import type { S3Access, S3Place } from "./s3-url.js";

/** Requests at a time of one call of the store. */
export const PARALLEL_REQUESTS = 16;

/** Pauses in milliseconds before a request is repeated. */
const PAUSES = [100, 300, 1000, 2000, 4000, 8000, 8000] as const;

/** Time after which no request is repeated. */
const RETRY_MS = 30_000;

/** The same while a store is opened: a user waits for it, and does without. */
export const OPEN_RETRY_MS = 3000;

/** Time limit of one request with its answer: enough for the longest page at 2 Mbit/s. */
const REQUEST_MS = 60_000;

/** Difference of clocks from which the server's is used to sign; servers refuse from 15 minutes. */
const SKEW_MS = 5 * 60_000;

interface Request {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Statuses that are answers besides 200 to 299. */
  readonly expected?: readonly number[];
  readonly retryMs?: number;
  /** Not repeated once it may have reached the server without an answer: it could take effect after the repetition. */
  readonly isOnce?: boolean;
}

/** An answer, with its body read. */
interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  /** The server's clock, in milliseconds since 1970. */
  readonly dateMs: number;
}

/** An attempt that gave no answer to go by. */
interface Failure {
  readonly error: RemoteError;
  /** Whether the same request may succeed a little later. */
  readonly mayPass: boolean;
  /** Whether the server is done with this attempt. */
  readonly isOver: boolean;
}

/** Statuses of proxies that gave up waiting: the server behind them may still be at it. */
const FROM_PROXIES: ReadonlySet<number> = new Set([502, 504]);

/** The objects below a place. Every method rejects with a `RemoteError`. */
export class S3Client {
  /** For messages. */
  readonly shown: string;
  /** Keys of signatures, which are the same for a day. */
  private readonly signingKeys = new Map<string, ArrayBuffer>();
  private skewMs = 0;

  constructor(
    private readonly place: S3Place,
    private readonly access: S3Access,
  ) {
    this.shown = place.shown;
  }

  /** An object's bytes; `undefined` if it does not exist. */
  async get(key: string, retryMs = RETRY_MS): Promise<Uint8Array | undefined> {
    const { status, body } = await this.request({ method: "GET", key, expected: [404], retryMs });
    return status === 404 ? undefined : body;
  }

  async has(key: string): Promise<boolean> {
    return (await this.request({ method: "HEAD", key, expected: [404] })).status !== 404;
  }

  /** Writes an object, over the one that is there. */
  async put(key: string, body: Uint8Array | string): Promise<void> {
    await this.request({ method: "PUT", key, body });
  }

  /**
   * Creates an object.
   * @returns false if it exists; it may be this caller's own, if the answer to the first attempt was lost
   */
  async create(key: string, body: Uint8Array | string): Promise<boolean> {
    const headers = { "if-none-match": "*" };
    return (await this.request({ method: "PUT", key, body, headers, expected: [412] })).status !== 412;
  }

  /** Deletes an object if it exists. */
  async remove(key: string): Promise<void> {
    await this.request({ method: "DELETE", key, expected: [404] });
  }

  /** Deletes an object if it exists. After the answer, and never if there is none, no such request is under way. */
  async removeOnce(key: string): Promise<void> {
    await this.request({ method: "DELETE", key, expected: [404], isOnce: true });
  }

  /** Objects whose keys start so, in the order of keys. */
  async *list(start: string): AsyncGenerator<ListedObject> {
    const { prefix } = this.place;
    let continuation: string | undefined;
    do {
      const page = await this.listPage(start, continuation);
      for (const one of page.objects) yield { ...one, key: one.key.slice(prefix.length) };
      ({ continuation } = page);
    } while (continuation !== undefined);
  }

  /** The server's clock, in milliseconds since 1970; it shows whole seconds. */
  async nowMs(): Promise<number> {
    const { dateMs } = await this.request({ method: "HEAD", key: "now", expected: [404] });
    if (!Number.isNaN(dateMs)) return dateMs;
    throw new RemoteError(
      "remote_unsupported",
      `${this.shown} tells no time: let the proxy in between pass on the header Date`,
    );
  }

  private async listPage(start: string, continuation: string | undefined): Promise<ListPage> {
    const prefix = this.place.prefix + start;
    const query = {
      "list-type": "2",
      ...(prefix === "" ? {} : { prefix }),
      ...(continuation === undefined ? {} : { "continuation-token": continuation }),
    };
    const { body } = await this.request({ method: "GET", key: "", query });
    const page = parseListPage(new TextDecoder().decode(body));
    if (page?.objects.every(({ key }) => key.startsWith(prefix)) === true) return page;
    const message = `${this.shown} answers a list in another form than S3 does`;
    throw new RemoteError(
      "remote_unsupported",
      `${message}: check the endpoint, and that its server knows ListObjectsV2`,
    );
  }

  /** Sends a request until it is answered. */
  private async request(request: Request): Promise<Answer> {
    const lastStartMs = performance.now() + (request.retryMs ?? RETRY_MS);
    for (let attempt = 0; ; attempt++) {
      const answer = await this.send(request).catch((error: unknown) => this.notAnswered(error));
      if (!("error" in answer)) return answer;
      const { error, mayPass, isOver } = answer;
      const pauseMs = PAUSES[attempt] ?? Number.POSITIVE_INFINITY;
      const mayRepeat = mayPass && (isOver || request.isOnce !== true);
      if (!mayRepeat || performance.now() + pauseMs > lastStartMs) throw error;
      await sleep(pauseMs);
    }
  }

  private notAnswered(cause: unknown): Failure {
    return { error: lostError(this.shown, this.access.endpoint, cause), mayPass: isLost(cause), isOver: false };
  }

  /** One attempt. Rejects if there is no answer. */
  private async send(request: Request): Promise<Answer | Failure> {
    const signedSkewMs = this.skewMs;
    const { url, method, headers, body } = await this.sign(request);
    const signal = AbortSignal.timeout(REQUEST_MS);
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal });
    const { status } = response;
    const answer = {
      status,
      dateMs: Date.parse(response.headers.get("date") ?? ""),
      body: new Uint8Array(await response.arrayBuffer()),
    };
    if (response.ok) return answer;
    const refusal = { status, code: parseErrorCode(new TextDecoder().decode(answer.body)) };
    if (request.expected?.includes(status) === true && refusal.code !== NO_BUCKET) return answer;
    if (status === 403) this.setClock(answer.dateMs);
    return {
      error: refusalError(this.shown, refusal),
      mayPass: isPassing(refusal) || this.skewMs !== signedSkewMs,
      isOver: !FROM_PROXIES.has(status),
    };
  }

  /** Signs by the server's clock from now on if this machine's differs too much. */
  private setClock(serverMs: number): void {
    const skewMs = serverMs - Date.now();
    if (Math.abs(skewMs - this.skewMs) >= SKEW_MS) this.skewMs = skewMs;
  }

  private sign({ method, key, query, headers, body }: Request): ReturnType<AwsV4Signer["sign"]> {
    const { endpoint, region, accessKeyId, secretAccessKey, sessionToken } = this.access;
    const path = query === undefined ? `/${this.place.prefix}${key}` : `?${new URLSearchParams(query)}`;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${this.place.bucket}${path}`,
      // With the hash of its bytes in the signature, the server refuses a body that was changed or cut on the way.
      headers: { ...headers, "x-amz-content-sha256": sha256(body ?? "") },
      ...(body === undefined ? {} : { body }),
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      cache: this.signingKeys,
      datetime: new Date(Date.now() + this.skewMs).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    return signer.sign();
  }
}

function sha256(body: Uint8Array | string): string {
  return createHash("sha256").update(body).digest("hex");
}
