/** Test clients behind one interface: both eras of the protocol, and the older SDK. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OlderHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Example, PROGRAM, serverEnvironment } from "./example.js";

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}

interface Prompt {
  readonly name: string;
  readonly arguments?: readonly { readonly name: string; readonly required?: boolean | undefined }[] | undefined;
}

interface CompleteParams {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> };
}

interface ListedTool {
  readonly name: string;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

interface ListedResource {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

interface ReadContent extends ListedResource {
  readonly text?: unknown;
}

/** What a client declares about itself. */
export interface Capabilities {
  extensions?: Record<string, Record<string, string[]>>;
}

/** A client that shows a server's pages beside answers. */
export const SHOWS_PAGES: Capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

export interface TestClient {
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  resources(): Promise<readonly ListedResource[]>;
  templates(): Promise<readonly { readonly name: string; readonly uriTemplate: string }[]>;
  read(uri: string): Promise<readonly ReadContent[]>;
  prompts(): Promise<readonly Prompt[]>;
  prompt(name: string, args: Record<string, string>): Promise<readonly { readonly content: unknown }[]>;
  complete(
    params: CompleteParams,
  ): Promise<{ readonly values: readonly string[]; readonly total?: number | undefined }>;
  instructions(): string | undefined;
  /** `undefined` if the client library does not expose it. */
  protocolVersion(): string | undefined;
  close(): Promise<void>;
}

const OLDER = "@modelcontextprotocol/sdk 1.32.2";
export const CLIENT_KINDS = ["2026-07-28", "2025-11-25", OLDER] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** @param options of `sdl serve` */
export async function connect(
  kind: ClientKind,
  example: Pick<Example, "root" | "home">,
  options: readonly string[] = [],
  capabilities: Capabilities = {},
): Promise<TestClient> {
  const args = [PROGRAM, "serve", "--stdio", "--no-watch", ...options];
  const server = { command: process.execPath, args, cwd: example.root, env: serverEnvironment(example.home) };
  return kind === OLDER
    ? connectOlder(new OlderTransport(server), { capabilities })
    : connectModern(kind, new ModernTransport(server), { capabilities });
}

/** A server over HTTP as a client reaches it. */
export interface HttpPlace {
  readonly url: string;
  readonly token: string;
}

/** @param timeout of each request in milliseconds; absent means the client's default */
export async function connectHttp(
  kind: ClientKind,
  { url, token }: HttpPlace,
  { timeout, capabilities = {} }: { readonly timeout?: number; readonly capabilities?: Capabilities } = {},
): Promise<TestClient> {
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
  const settings = { capabilities, waiting: timeout === undefined ? {} : { timeout } };
  return kind === OLDER
    ? connectOlder(new OlderHttp(new URL(url), options) as OlderStream, settings)
    : connectModern(kind, new ModernHttp(new URL(url), options), settings);
}

/** Shared, because each client would compile every output schema again. */
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

type ModernStream = Parameters<ModernClient["connect"]>[0];
interface Settings {
  readonly capabilities: Capabilities;
  readonly waiting?: { readonly timeout?: number };
}
type OlderStream = Parameters<OlderClient["connect"]>[0];

async function connectModern(
  kind: "2026-07-28" | "2025-11-25",
  transport: ModernStream,
  { capabilities, waiting = {} }: Settings,
): Promise<TestClient> {
  const mode = kind === "2026-07-28" ? { pin: kind } : ("legacy" as const);
  const client = new ModernClient(
    { name: "test", version: "1" },
    { versionNegotiation: { mode }, jsonSchemaValidator, capabilities },
  );
  await client.connect(transport, waiting);
  return {
    listTools: () => client.listTools({}, waiting),
    call: (name, args, options) => client.callTool({ name, arguments: args }, { ...waiting, ...options }),
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    read: async (uri) => (await client.readResource({ uri }, waiting)).contents,
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args }, waiting)).messages,
    complete: async (params) => (await client.complete(params)).completion,
    instructions: () => client.getInstructions(),
    protocolVersion: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}

async function connectOlder(transport: OlderStream, { capabilities, waiting = {} }: Settings): Promise<TestClient> {
  const client = new OlderClient({ name: "test", version: "1" }, { capabilities });
  await client.connect(transport, waiting);
  return {
    listTools: () => client.listTools({}, waiting),
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, { ...waiting, ...options }),
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    read: async (uri) => (await client.readResource({ uri }, waiting)).contents,
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args }, waiting)).messages,
    complete: async (params) => (await client.complete(params)).completion,
    instructions: () => client.getInstructions(),
    protocolVersion: () => undefined,
    close: () => client.close(),
  };
}
