/** The clients that tests speak through, behind one shape: both eras of the protocol, and the older SDK. */
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Example, PROGRAM, serverEnvironment } from "./example.js";

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}

export interface TestClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  instructions(): string | undefined;
  /** `undefined` where the client does not tell. */
  protocolVersion(): string | undefined;
  close(): Promise<void>;
}

export const CLIENT_KINDS = ["2026-07-28", "2025-11-25", "@modelcontextprotocol/sdk 1.32.2"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** @param options of `sdl serve` */
export async function connect(
  kind: ClientKind,
  example: Pick<Example, "root" | "home">,
  options: readonly string[] = [],
): Promise<TestClient> {
  const args = [PROGRAM, "serve", "--stdio", "--no-watch", ...options];
  const server = { command: process.execPath, args, cwd: example.root, env: serverEnvironment(example.home) };
  return kind === "@modelcontextprotocol/sdk 1.32.2" ? connectOlder(server) : connectModern(kind, server);
}

type ServerProcess = ConstructorParameters<typeof ModernTransport>[0] & { readonly args: string[] };

/** Each client would compile every output schema anew. */
class SharedValidators extends AjvJsonSchemaValidator {
  private readonly compiled = new Map<string, ReturnType<AjvJsonSchemaValidator["getValidator"]>>();

  override getValidator<T>(
    schema: Parameters<AjvJsonSchemaValidator["getValidator"]>[0],
  ): ReturnType<typeof AjvJsonSchemaValidator.prototype.getValidator<T>> {
    const key = JSON.stringify(schema);
    const validator = this.compiled.get(key) ?? super.getValidator<T>(schema);
    this.compiled.set(key, validator);
    return validator as ReturnType<typeof AjvJsonSchemaValidator.prototype.getValidator<T>>;
  }
}

const jsonSchemaValidator = new SharedValidators();

async function connectModern(kind: "2026-07-28" | "2025-11-25", server: ServerProcess): Promise<TestClient> {
  const mode = kind === "2026-07-28" ? { pin: kind } : ("legacy" as const);
  const options = { versionNegotiation: { mode }, jsonSchemaValidator };
  const client = new ModernClient({ name: "test", version: "1" }, options);
  await client.connect(new ModernTransport(server));
  return {
    listTools: () => client.listTools(),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    instructions: () => client.getInstructions(),
    protocolVersion: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}

async function connectOlder(server: ServerProcess): Promise<TestClient> {
  const client = new OlderClient({ name: "test", version: "1" });
  const transport = new OlderTransport(server);
  await client.connect(transport);
  return {
    listTools: () => client.listTools(),
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    instructions: () => client.getInstructions(),
    protocolVersion: () => undefined,
    close: () => client.close(),
  };
}
