/**
 * JSON-RPC 2.0 with the window that contains the page: requests and notifications in both directions. Knows no method
 * of any protocol.
 * Invariant: only messages of the parent window are read.
 */

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message?: string };
}

interface PendingRequest {
  readonly resolve: (result: Params) => void;
  readonly reject: (error: Error) => void;
}

const METHOD_NOT_FOUND = -32_601;

/** One connection with the parent window. */
export class HostLink {
  private lastId = 0;
  private readonly waiting = new Map<string | number, PendingRequest>();
  private readonly notificationHandlers = new Map<string, (params: Params) => void>();
  private readonly requestHandlers = new Map<string, (params: Params) => object>();

  constructor(private readonly host: Window) {
    window.addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
      if (source === host && data?.jsonrpc === "2.0") this.handleMessage(data);
    });
  }

  /** Sends a request. @throws {Error} with the host's message if it refuses */
  request(method: string, params: object): Promise<Params> {
    const id = ++this.lastId;
    const answer = new Promise<Params>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    return answer;
  }

  notify(method: string, params: object): void {
    this.send({ method, params });
  }

  onNotification(method: string, handle: (params: Params) => void): void {
    this.notificationHandlers.set(method, handle);
  }

  /** Registers a handler of the host's requests. @param answer returns the result */
  onRequest(method: string, answer: (params: Params) => object): void {
    this.requestHandlers.set(method, answer);
  }

  private handleMessage({ id, method, params = {}, result, error }: Message): void {
    if (method === undefined) this.settleRequest(id ?? "", result, error);
    else if (id === undefined) this.notificationHandlers.get(method)?.(params);
    else {
      const answer = this.requestHandlers.get(method);
      if (answer === undefined)
        this.send({ id, error: { code: METHOD_NOT_FOUND, message: `this page has no method ${method}` } });
      else this.send({ id, result: answer(params) });
    }
  }

  private settleRequest(id: string | number, result: Params = {}, error?: Message["error"]): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message ?? "it gave no reason"));
  }

  /**
   * Sends to any origin: a sandboxed page does not know the origin of its host, and its messages hold nothing that the
   * host did not send.
   */
  private send(message: object): void {
    this.host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}
