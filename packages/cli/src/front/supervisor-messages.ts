/**
 * Messages between a supervisor and its server: the server reports its port over the channel, and the environment names
 * the port to listen at again.
 */
import process from "node:process";

const PORT_VARIABLE = "SDL_SERVE_PORT";

/** @param port the port of the previous server */
export function portEnvironment(port: number | undefined): Record<string, string> {
  return port === undefined ? {} : { [PORT_VARIABLE]: String(port) };
}

/** @returns `undefined` for any other message */
export function listeningPort(message: unknown): number | undefined {
  if (typeof message !== "object" || message === null || !("port" in message)) return undefined;
  return typeof message.port === "number" ? message.port : undefined;
}

/** The supervisor's messages and signals, as the server sees them. */
export interface Supervisor {
  /** The port of the previous server; absent for the first server, whose options say it. */
  readonly port?: number;
  /** Fires when the supervisor has ended. */
  readonly gone: AbortSignal;
  reportPort(port: number): void;
}

/** Connects to the supervisor of this process; without a supervisor, `gone` never fires. */
export function serverStarted(): Supervisor {
  const gone = new AbortController();
  const port = process.env[PORT_VARIABLE];
  if (process.send === undefined) return { gone: gone.signal, reportPort: () => undefined };
  process.once("disconnect", () => gone.abort());
  // Listening for the disconnect must not keep alive a server that refuses its arguments.
  process.channel?.unref();
  return {
    ...(port === undefined ? {} : { port: Number(port) }),
    gone: gone.signal,
    reportPort: (listening) => process.send?.({ port: listening }),
  };
}
