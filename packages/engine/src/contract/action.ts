/**
 * An action: one entry of the table from which MCP tools, commands and reference pages are generated. Knows no transport and no terminal.
 * Invariant: a call consists of parsing, one run, and encoding; `execute` parses and encodes.
 */
import { SdlError } from "@sdl/model";
import type { RefreshOptions } from "@sdl/repository";
import { z } from "zod";
import type { ActionSelection } from "../selection/selection.js";
import { finalizeText } from "../text/finished-text.js";
import type { TextStyle } from "./answer-form.js";
import type { Engine } from "./engine.js";
import { type JsonSchema, toJsonSchema } from "./json-schema.js";
import { parseInput } from "./parse-input.js";
import { type Answer, pruneAnswer } from "./prune-answer.js";
import { sanitizeAnswer } from "./sanitize-answer.js";

/** Properties that a client may rely on without reading the description. */
export interface ActionAnnotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** Whether repeating a call with equal arguments has no further effect. */
  readonly idempotent: boolean;
}

/** Annotations of actions that change nothing. */
export const READS: ActionAnnotations = { readOnly: true, destructive: false, idempotent: true };
/** Annotations of actions that add or change data, and destroy none. */
export const WRITES: ActionAnnotations = { readOnly: false, destructive: false, idempotent: true };

/** An example call on the repository that the reference uses. */
export interface ActionExample {
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Metadata for the manual and the action search, and for chains and task runs. */
export interface ActionGuide {
  /** Alternative search terms for the action. */
  readonly tags?: readonly string[];
  /** What must have happened before: action names or text. */
  readonly prerequisites?: readonly string[];
  /** Actions that usually follow. */
  readonly nextActions?: readonly string[];
  /** Actions that may help if this one finds nothing or refuses. */
  readonly fallbacks?: readonly string[];
  /** Further names of the action, in their exact spelling. */
  readonly aliases?: readonly string[];
  /** The action's rung on the ladder from cards to raw source. */
  readonly rung?: LadderRung;
}

/** Rungs from cheapest to most expensive. */
export const LADDER_RUNGS = ["card", "skeleton", "hotPath", "raw"] as const;
/** One of {@link LADDER_RUNGS}. */
export type LadderRung = (typeof LADDER_RUNGS)[number];

/** A call's environment, beside its arguments. */
export interface ActionContext extends Pick<RefreshOptions, "signal" | "onProgress" | "waitMs"> {
  readonly engine: Engine;
  /** The highest version of the compact wire format that the client accepts. */
  readonly wireFormatVersion?: 1 | 2 | 3 | undefined;
  /** Present if the client receives the answer as text; else the answer is JSON. */
  readonly text?: TextStyle | undefined;
  /** Whether the call comes from a command line: files may then be written at any path. */
  readonly isCommandLine?: boolean;
  /** Whether another action makes the call, such as a chain: the client does not receive this result directly. */
  readonly isNested?: boolean;
  /**
   * The actions that the server offers; all if absent. Also limits calls that an action makes on behalf of its client.
   */
  readonly selection?: ActionSelection | undefined;
  /** When the client's call arrived: nested calls need no later comparison with the disk. */
  readonly askedAtMs?: number;
}

/** A run's environment, beside its request. */
export interface RunContext extends ActionContext {
  /** The text sent to the client, whose tokens a budget counts. @param answer masked and complete */
  sentAs(answer: object): string;
}

/** What an action consists of; {@link defineAction} turns it into an action. */
export interface ActionDefinition<Input extends z.ZodObject, Output> {
  /** Canonical name, dotted. */
  readonly name: `sdl.${string}`;
  readonly title: string;
  /** At most 200 characters: clients show it to a model with every request. */
  readonly description: string;
  /** Called on first use, because a process runs few of the actions. */
  readonly input: () => Input;
  /** Schema of the answer as sent: null, `[]` and `{}` are already left out. */
  readonly output: () => z.ZodType<Output>;
  readonly annotations: ActionAnnotations;
  readonly examples: readonly ActionExample[];
  readonly guide?: ActionGuide;
  /** Whether only a client may call the action directly, not chains or task runs. */
  readonly isDirectOnly?: true;
  /** Whether it runs actions that the client names, with all their effects. */
  readonly runsOthers?: true;
  /** Decodes an answer from its wire encoding, for chain steps and library callers. */
  readonly decode?: (answer: Answer) => Answer;
  /** The answer as text for people and models; see `text/`. Pure. */
  readonly text: (answer: NoInfer<Output>, style: TextStyle) => string;
  run(context: RunContext, request: z.output<Input>): Promise<object>;
}

/** An action in the table. `Output` is known to importers of a specific action. */
export interface Action<Output = Answer> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ActionAnnotations;
  readonly examples: readonly ActionExample[];
  readonly guide: ActionGuide;
  /** Whether it runs actions that the client names, with all their effects. */
  readonly runsOthers: boolean;
  /** An answer as text for people and models. @param answer the result of `execute` */
  text(answer: Answer, style: TextStyle): string;
  /** An answer in its standard shape. */
  decode(answer: Answer): Answer;
  /** JSON Schema 2020-12 of the arguments. */
  inputSchema(): JsonSchema;
  outputSchema(): JsonSchema;
  /** Schema of every answer. */
  answerSchema(): z.ZodType<Output>;
  /** @throws {SdlError} `invalid_params` for arguments that do not match the schema, and any error of the action itself */
  execute(rawArguments: unknown, context: ActionContext): Promise<Output>;
}

/** Makes an action that validates arguments, checks and masks the answer, and renders its text. */
export function defineAction<Input extends z.ZodObject, Output>(
  definition: ActionDefinition<Input, Output>,
): Action<Output> {
  const { name, title, description, annotations, examples, output } = definition;
  const schema = computeOnce(definition.input);
  const inputSchema = computeOnce(() => toJsonSchema(schema(), "input"));
  const decode = definition.decode ?? ((answer: Answer) => answer);
  const text = (answer: Answer, style: TextStyle) => finalizeText(definition.text(answer as Output, style), answer);
  return {
    name,
    title,
    description,
    annotations,
    examples,
    guide: definition.guide ?? {},
    runsOthers: definition.runsOthers === true,
    text,
    decode,
    inputSchema,
    outputSchema: () => toJsonSchema(withSanitized(output()), "output"),
    answerSchema: () => withSanitized(output()),
    execute: async (rawArguments, context) => {
      if (definition.isDirectOnly === true && context.isNested === true) throw notAllowedInChainError(name);
      const request = parseInput({ action: name, schema: schema(), jsonSchema: inputSchema }, rawArguments);
      // Answers are not validated against the output schema, because validation would cost more than the call; tests validate every action's
      // answers.
      const { text: style, engine, isNested } = context;
      const sentAs = (answer: object) => (style === undefined ? JSON.stringify(answer) : text(answer as Answer, style));
      const { askedAtMs = engine.now() } = context;
      const pruned = pruneAnswer(
        await engine.releaseOnFault(() => definition.run({ ...context, askedAtMs, sentAs }, request)),
      );
      const answer = sanitizeAnswer(pruned);
      if (isNested !== true)
        engine.usage.record({ tool: name, repoId: requestedRepoId(request), answer, decode, sentAs });
      return answer as Output;
    },
  };
}

function notAllowedInChainError(name: string): SdlError {
  const message = `${name} cannot run in a chain or task run, because a client's consent to those does not cover it; call ${name} directly`;
  return new SdlError("policy_denied", message);
}

/** Adds `sanitized`, which any answer may have. */
function withSanitized<Output>(schema: z.ZodType<Output>): z.ZodType<Output> {
  return addSanitizedField(schema) as z.ZodType<Output>;
}

function addSanitizedField(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(addSanitizedField));
  const sanitized = z.int().optional().describe("Number of hidden control characters removed from this answer");
  return schema instanceof z.ZodObject ? schema.extend({ sanitized }) : schema;
}

/** The repository as the call names it; the usage meter resolves an absent one. */
function requestedRepoId(request: object): string | undefined {
  return "repoId" in request && typeof request.repoId === "string" ? request.repoId : undefined;
}

function computeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
