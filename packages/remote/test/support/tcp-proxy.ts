/** A proxy between a client and a server of this machine, which cuts connections when the test says so. */
import { createConnection, createServer, type Server, type Socket } from "node:net";

export class TcpProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private lost: RegExp | undefined;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(targetPort: number): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    const proxy = new TcpProxy(server, typeof address === "object" && address !== null ? address.port : 0);
    server.on("connection", (client) => proxy.join(client, createConnection(targetPort, "127.0.0.1")));
    return proxy;
  }

  /** Cuts all connections. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** The next request that matches reaches the server, and its answer is lost with the connection. */
  loseAnswerTo(request: RegExp): void {
    this.lost = request;
  }

  /** Ends all connections and refuses new ones. */
  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.server.close(done));
  }

  private join(client: Socket, target: Socket): void {
    const pair = [client, target] as const;
    this.pairs.add(pair);
    let isLost = false;
    client.on("data", (data) => {
      if (this.lost?.test(data.toString("latin1")) === true) {
        this.lost = undefined;
        isLost = true;
      }
      target.write(data);
    });
    target.on("data", (data) => (isLost ? client.destroy() : client.write(data)));
    for (const [one, other] of [pair, [target, client] as const]) {
      one.on("error", () => other.destroy());
      one.on("close", () => {
        other.destroy();
        this.pairs.delete(pair);
      });
    }
  }
}
