/**
 * A server of buckets in this process, for what no real one does on request: it ignores conditions, is too busy, loses
 * answers, takes its time. It checks no signature. What it proves is the store's part only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Place } from "./place.js";

/** A request as a fault sees it. */
export interface DoubledRequest {
  readonly method: string;
  /** Key below the store's prefix; for lists, the start of the keys. */
  readonly key: string;
}

/** What happens to a request: a status instead of an answer, an answer that is lost, or nothing. */
type Fault = (request: DoubledRequest) => number | "lost" | undefined;

const PREFIX = "team/";

export class S3Double implements Place {
  readonly url = "s3://bucket/team";
  readonly objects = new Map<string, { bytes: Buffer; putAtMs: number }>();
  fault: Fault = () => undefined;
  /** Waits before a request is carried out, and again before it is answered. */
  delay: () => Promise<unknown> = async () => undefined;
  ignoresConditions = false;
  hidesNewObjects = false;
  refusesOtherClocks = false;
  clockMs = Date.now();
  /** Objects on a page of a list. */
  pageSize = 1000;

  private constructor(server: Server) {
    server.on("request", (request, response) => void this.answer(request, response));
  }

  /** Starts a server that ends with the test, and names it in the environment. */
  static async start(): Promise<S3Double> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const environment = { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: "id" };
    Object.assign(process.env, environment, { AWS_SECRET_ACCESS_KEY: "s3cret" });
    return new S3Double(server);
  }

  async damagePage(id: string): Promise<void> {
    const { bytes } = this.objects.get(`${PREFIX}pages/${id}`)!;
    bytes[bytes.length >> 1]! ^= 1;
  }

  async age(ms: number): Promise<void> {
    this.clockMs += ms;
  }

  /** Keys of the store that start so, sorted. */
  keys(start: string): string[] {
    return [...this.objects.keys()]
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length))
      .sort();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://host");
    const key = url.searchParams.get("prefix") ?? url.pathname.slice("/bucket/".length);
    const body = Buffer.concat(await request.toArray());
    await this.delay();
    const fault = this.fault({ method: request.method!, key: key.slice(PREFIX.length) });
    response.setHeader("date", new Date(this.clockMs).toUTCString());
    if (this.refusesOtherClocks && !this.isInTime(request)) return void response.writeHead(403).end();
    if (typeof fault === "number") return void response.writeHead(fault).end();
    const { status, text } = url.searchParams.has("list-type")
      ? { status: 200, text: this.list(key, url.searchParams.get("continuation-token")) }
      : this.carryOut(request, key, body);
    await this.delay();
    if (fault === "lost") request.socket.destroy();
    else response.writeHead(status).end(text);
  }

  private isInTime({ headers }: IncomingMessage): boolean {
    const digits = String(headers["x-amz-date"]);
    const time = digits.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
    return Math.abs(Date.parse(time) - this.clockMs) < 15 * 60_000;
  }

  private carryOut({ method, headers }: IncomingMessage, key: string, body: Buffer): { status: number; text?: Buffer } {
    const found = this.objects.get(key);
    if (method === "GET" || method === "HEAD")
      return found === undefined ? { status: 404 } : { status: 200, text: found.bytes };
    if (method === "DELETE") return { status: this.objects.delete(key) ? 204 : 404 };
    const isRefused = headers["if-none-match"] === "*" && found !== undefined && !this.ignoresConditions;
    if (isRefused) return { status: 412 };
    this.objects.set(key, { bytes: body, putAtMs: this.clockMs });
    return { status: 200 };
  }

  private list(start: string, after: string | null): string {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(start) && key > (after ?? "")).sort();
    const page = this.hidesNewObjects ? [] : keys.slice(0, this.pageSize);
    const contents = page.map((key) => {
      const { bytes, putAtMs } = this.objects.get(key)!;
      const time = new Date(putAtMs).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const isTruncated = keys.length > page.length && page.length > 0;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  }
}
