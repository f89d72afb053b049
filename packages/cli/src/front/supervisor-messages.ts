/** What a supervisor and its server tell each other: over the channel between them the port, in the environment the port to take again. */
import process from "node:process";

const PORT_VARIABLE = "SDL_SERVE_PORT";

/** @param port that the server before listened at */
export function portEnvironment(port: number | undefined): Record<string, string> {
  return port === undefined ? {} : { [PORT_VARIABLE]: String(port) };
}

/** @returns `undefined` for a message of another kind */
export function listeningPort(message: unknown): number | undefined {
  if (typeof message !== "object" || message === null || !("port" in message)) return undefined;
  return typeof message.port === "number" ? message.port : undefined;
}

export interface Supervisor {
  /** To take again; absent where the options say which. */
  readonly port?: number;
  /** Fires when the supervisor has gone. */
  readonly gone: AbortSignal;
  tell(port: number): void;
}

/** The supervisor of this process; one that never goes where there is none. */
export function serverStarted(): Supervisor {
  const gone = new AbortController();
  const port = process.env[PORT_VARIABLE];
  if (process.send === undefined) return { gone: gone.signal, tell: () => undefined };
  process.once("disconnect", () => gone.abort());
  // A server that refuses its arguments ends, whoever listens.
  process.channel?.unref();
  return {
    ...(port === undefined ? {} : { port: Number(port) }),
    gone: gone.signal,
    tell: (listening) => process.send?.({ port: listening }),
  };
}
