/**
 * What an action is: one entry of the table from which MCP tools, commands and reference pages are generated. Knows no
 * transport and no terminal.
 * Invariant: a handler is parse, one call, encode; `execute` does the first and the last.
 */
import { SdlError } from "@sdl/model";
import type { RefreshOptions } from "@sdl/repository";
import { z } from "zod";
import type { ActionSelection } from "../selection/selection.js";
import { finishedText } from "../text/finished-text.js";
import type { TextStyle } from "./answer-form.js";
import type { Engine } from "./engine.js";
import { type JsonSchema, toJsonSchema } from "./json-schema.js";
import { parseInput } from "./parse-input.js";
import { type Answer, pruneAnswer } from "./prune-answer.js";
import { sealAnswer } from "./seal-answer.js";

/** What a client may conclude without reading the description. */
export interface ActionAnnotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** Calling twice with equal arguments has the effect of calling once. */
  readonly idempotent: boolean;
}

export const READS: ActionAnnotations = { readOnly: true, destructive: false, idempotent: true };
export const WRITES: ActionAnnotations = { readOnly: false, destructive: false, idempotent: true };

/** A call that works on the repository that the reference uses as its example. */
export interface ActionExample {
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the manual and the search over actions say beside the schema, and what chains and plans know of an action. */
export interface ActionGuide {
  /** Other words for what it does. */
  readonly tags?: readonly string[];
  /** What must have happened before, in words or as action names. */
  readonly prerequisites?: readonly string[];
  /** Actions that usually follow. */
  readonly nextActions?: readonly string[];
  /** Actions that may help where this one finds nothing or refuses. */
  readonly fallbacks?: readonly string[];
  /** Further names by which it is found, as they are spelt. */
  readonly aliases?: readonly string[];
  /** Its rung of the ladder from cards to raw source. */
  readonly rung?: LadderRung;
}

/** From cheap to dear. */
export const LADDER_RUNGS = ["card", "skeleton", "hotPath", "raw"] as const;
export type LadderRung = (typeof LADDER_RUNGS)[number];

/** What a call may use beside its arguments. */
export interface ActionContext extends Pick<RefreshOptions, "signal" | "onProgress" | "waitMs"> {
  readonly engine: Engine;
  /** The highest version of the compact wire format that the client says it reads. */
  readonly wireFormatVersion?: 1 | 2 | 3 | undefined;
  /** Present where the client gets the answer as text; else it gets JSON. */
  readonly text?: TextStyle | undefined;
  /** Whether the user calls from a command line: files are then written where the user says, also outside of the repository. */
  readonly isCommandLine?: boolean;
  /** Whether another action makes the call, as a chain does: what it returns is not what the client gets. */
  readonly isNested?: boolean;
  /** What the server offers; everything when absent. A call that another action makes for its client is held to it. */
  readonly selection?: ActionSelection | undefined;
  /** When the client's call came: calls that it makes in turn need no newer comparison with the disk. */
  readonly askedAtMs?: number;
}

/** What a run has beside its request. */
export interface RunContext extends ActionContext {
  /** The answer as the client gets it: what a budget counts. @param answer sealed */
  sentAs(answer: object): string;
}

export interface ActionDefinition<Input extends z.ZodObject, Output> {
  /** Canonical, dotted. */
  readonly name: `sdl.${string}`;
  readonly title: string;
  /** At most 200 characters: clients show it to a model with every request. */
  readonly description: string;
  /** Made at its first use: a process runs few of the actions. */
  readonly input: () => Input;
  /** The answer as it is sent: null, `[]` and `{}` are already left out. */
  readonly output: () => z.ZodType<Output>;
  readonly annotations: ActionAnnotations;
  readonly examples: readonly ActionExample[];
  readonly guide?: ActionGuide;
  /** True: only a client calls it directly; chains and task runs may not. */
  readonly isDirectOnly?: true;
  /** True: it runs the actions that a client names, and changes what they change. */
  readonly runsOthers?: true;
  /** The answer as chain steps and library callers see it, where it is encoded for the wire. */
  readonly decode?: (answer: Answer) => Answer;
  /** The answer as text for people and models; see `text/`. Pure. */
  readonly text: (answer: NoInfer<Output>, style: TextStyle) => string;
  run(context: RunContext, request: z.output<Input>): Promise<object>;
}

/** An action as the table holds it; `Output` is known to those who import it by its own name. */
export interface Action<Output = Answer> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ActionAnnotations;
  readonly examples: readonly ActionExample[];
  readonly guide: ActionGuide;
  /** Whether it runs the actions that a client names, and changes what they change. */
  readonly runsOthers: boolean;
  /** An answer as text for people and models. @param answer as `execute` gave it */
  text(answer: Answer, style: TextStyle): string;
  /** An answer in its standard shape. */
  decode(answer: Answer): Answer;
  /** JSON Schema 2020-12 of the arguments. */
  inputSchema(): JsonSchema;
  outputSchema(): JsonSchema;
  /** What every answer fits. */
  answerSchema(): z.ZodType<Output>;
  /** @throws {SdlError} `invalid_params` for arguments that do not fit, and what the action itself throws */
  execute(rawArguments: unknown, context: ActionContext): Promise<Output>;
}

export function defineAction<Input extends z.ZodObject, Output>(
  definition: ActionDefinition<Input, Output>,
): Action<Output> {
  const { name, title, description, annotations, examples, output } = definition;
  const schema = once(definition.input);
  const inputSchema = once(() => toJsonSchema(schema(), "input"));
  const decode = definition.decode ?? ((answer: Answer) => answer);
  const text = (answer: Answer, style: TextStyle) => finishedText(definition.text(answer as Output, style), answer);
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
      if (definition.isDirectOnly === true && context.isNested === true) throw notInChain(name);
      const request = parseInput({ action: name, schema: schema(), jsonSchema: inputSchema }, rawArguments);
      // Tests check every action's answers against its output schema; checking each call would cost more than the call.
      const { text: style, engine, isNested } = context;
      const sentAs = (answer: object) => (style === undefined ? JSON.stringify(answer) : text(answer as Answer, style));
      const { askedAtMs = engine.now() } = context;
      const pruned = pruneAnswer(await engine.guard(() => definition.run({ ...context, askedAtMs, sentAs }, request)));
      const answer = sealAnswer(pruned);
      if (isNested !== true) engine.usage.record({ tool: name, repoId: repoIdOf(request), answer, decode, sentAs });
      return answer as Output;
    },
  };
}

function notInChain(name: string): SdlError {
  const message = `${name} cannot run inside a chain or a task run, since a client's consent to those does not cover it; call ${name} directly`;
  return new SdlError("policy_denied", message);
}

/** Any answer may say that hidden characters were taken out of it. */
function withSanitized<Output>(schema: z.ZodType<Output>): z.ZodType<Output> {
  return extended(schema) as z.ZodType<Output>;
}

function extended(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(extended));
  const sanitized = z.int().optional().describe("Hidden control characters that were taken out of this answer");
  return schema instanceof z.ZodObject ? schema.extend({ sanitized }) : schema;
}

/** As the call named it; the meter asks the engine where it did not. */
function repoIdOf(request: object): string | undefined {
  return "repoId" in request && typeof request.repoId === "string" ? request.repoId : undefined;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
