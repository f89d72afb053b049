/** Pieces of requests and answers that several actions share. Those of several schemas are functions: most processes never need them. */
import { EDGE_KINDS, SYMBOL_KINDS, VISIBILITIES } from "@sdl/model";
import { PROCESS_ROLES } from "@sdl/model/graph";
import { z } from "zod";
import { BudgetCapsSchema, SOURCE_FORMS } from "../registry/policy.js";
import { HEX_ID, VERSION_ID } from "./text-patterns.js";

export const DETAIL_LEVELS = ["minimal", "signature", "deps", "compact", "full"] as const;

export const repoId = z.string().min(1).max(4096).optional().describe("Name or path");

export const fresh = z.literal([true, false, "auto"]).default("auto").describe("Index edits first");

/** Without bounds on its length, which would stand in every tool's list: a name that is too long is no version's. */
export const asOfVersion = z.string().optional().describe("v…, @latest~n, git name");

export const symbolId = z.string().regex(HEX_ID.pattern);

/** Of the repository, by name. */
const version = z.string().min(1).max(200);

export const kind = z.enum(SYMBOL_KINDS);

export const confidence = z.number().min(0).max(1);

export const line = z.int().min(1).max(100_000_000);

export const etags = z.record(z.string(), z.string());

export const versionId = z.string().regex(VERSION_ID.pattern);

/** @param words what the time bounds */
export const isoTime = (words: string) =>
  z.iso
    .datetime({ offset: true, error: "an ISO time with its zone, such as 2026-01-31T12:00:00Z" })
    .describe(`ISO time with its zone; ${words}`);

export const sliceHandle = z.string().min(1).max(200);

export const indexFile = z.string().min(1).max(4096);

export const lease = () => z.strictObject({ expiresAt: z.string(), minVersion: z.string(), maxVersion: z.string() });

/** A symbol as a client says it in one text. */
export const saidSymbol = z.string().min(1).max(5000);

/** A symbol as a text of any form, or as an object. */
export const symbolRef = () => z.union([saidSymbol, symbolObject()]);

const symbolObject = () =>
  z.strictObject({
    name: z.string().min(1).max(500).describe("Simple or qualified: method, Class.method"),
    file: z.string().min(1).max(4096).optional().describe("Path or its end"),
    line: line.optional(),
    kind: kind.optional(),
    exportedOnly: z.boolean().optional(),
  });

export const range = () =>
  z.strictObject({
    startLine: z.int(),
    startCol: z.int(),
    endLine: z.int(),
    endCol: z.int(),
  });

/** Names as they are written in code. */
export const identifiersToFind = (least: number) => z.array(z.string().min(1).max(200)).min(least).max(50);

export const isStale = z
  .literal(true)
  .optional()
  .describe("The file changed since it was indexed; text and range are of what is there now");

/** A whole policy. */
export const policyFields = () => ({
  maxWindowLines: z.int(),
  maxWindowTokens: z.int(),
  requireIdentifiers: z.boolean().describe("A window must name identifiers"),
  allowBreakGlass: z.boolean().describe("`AUDIT:` or `BREAK-GLASS:` in a reason opens a window"),
  defaultDenyRaw: z.boolean().describe("A window is refused when nothing speaks for it"),
  sourceInAnswers: z
    .enum(SOURCE_FORMS)
    .describe("Source in slices, cards, logic slices and task contexts; each answer with source is recorded"),
  budgetCaps: BudgetCapsSchema.optional().describe("Upper bounds of slices"),
});

export const behind = () =>
  z
    .strictObject({ files: z.int(), names: z.array(z.string()) })
    .optional()
    .describe("Files that changed and are not in this answer, the first by name; absent: the index is up to date");

export const unsaved = () =>
  z
    .strictObject({ files: z.int(), names: z.array(z.string()) })
    .optional()
    .describe("Files whose unsaved text in an editor is in this answer, the first by name");

/** What every answer of a query rests on. */
const answerBasis = () => ({
  pinned: z.strictObject({
    ledgerVersion: z.string(),
    derivedVersion: z.string().optional().describe("Absent: clusters, tests and processes are not there yet"),
    overlayVersion: z.int().optional().describe("Of the unsaved text of editors that counts; absent where none does"),
    asOfDay: z.string(),
    memoryVersion: z.string().optional(),
    feedbackVersion: z.string().optional(),
  }),
  checkedAt: z.string(),
  staleFiles: z.int(),
  behind: behind(),
  unsaved: unsaved(),
  warnings: listOf(z.string()).describe("What happened to the index, once; what of the request could not be used"),
});

/** An answer of a query. */
export const queryAnswer = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  z.strictObject({ ...fields, ...answerBasis() });

/** What an answer leaves out where it is empty. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).optional();

export const symbolLabel = () => ({
  symbolId,
  name: z.string(),
  kind,
  file: z.string(),
  line: z.int(),
});

/** What texts say of a symbol beside its name. */
export const symbolWording = () => ({
  signature: z.string().optional().describe("In texts"),
  summary: z.string().optional().describe("In texts, where there is no signature with parameters"),
});

/** A call that goes on where a list or a text was cut. */
export const nextArguments = () =>
  z.record(z.string(), z.unknown()).optional().describe("Arguments of the same action that give what follows");

/** Where a reference stands. */
export const site = () =>
  z.strictObject({ file: z.string(), line: z.int(), col: z.int().describe("From 0, UTF-16 units") });

const parameter = () =>
  z.strictObject({
    name: z.string(),
    type: z.string().optional(),
    optional: z.boolean().optional(),
    default: z.string().optional(),
  });

const signature = () =>
  z.strictObject({
    params: listOf(parameter()),
    returns: z.string().optional(),
    generics: listOf(z.string()),
    overloads: listOf(z.string()),
    async: z.boolean().optional(),
    generator: z.boolean().optional(),
    text: z.string(),
  });

const callResolution = () =>
  z.strictObject({
    minCallConfidence: z.number().optional(),
    calls: z.array(
      z.strictObject({
        symbolId: symbolId.optional(),
        label: z.string(),
        confidence: z.number(),
        resolutionReason: z.string(),
        resolverId: z.string(),
        resolutionPhase: z.string(),
      }),
    ),
  });

const metrics = () =>
  z.strictObject({
    fanIn: z.int().describe("Distinct symbols with an edge to this one"),
    fanOut: z.int(),
    churn30d: z
      .int()
      .optional()
      .describe("Commits of the 30 days before the indexed one that changed it; absent without git"),
    testRefs: listOf(z.string()).describe("Tests that exercise it, best first"),
    canonicalTest: z
      .strictObject({
        file: z.string(),
        symbolId: symbolId.optional(),
        distance: z.int().describe("Calls from the test"),
        proximity: z.number(),
      })
      .optional(),
  });

const cluster = () =>
  z
    .strictObject({ clusterId: z.string(), label: z.string(), memberCount: z.int() })
    .describe("Symbols that lean on each other more than on the rest");

const process = () =>
  z.strictObject({
    processId: z.string(),
    label: z.string(),
    role: z.enum(PROCESS_ROLES),
    depth: z.int().describe("Calls from the entry"),
  });

const dependent = () =>
  z.strictObject({
    name: z.string(),
    file: z.string(),
    line: z.int(),
    by: z.enum(EDGE_KINDS).describe("Its strongest edge to the symbol"),
  });

const sourceBlock = () => z.strictObject({ startLine: z.int(), endLine: z.int(), text: z.string() });

/** Lines of a symbol's source. */
export const cardSource = () =>
  z
    .strictObject({
      form: z.enum(["excerpt", "body"]).describe("body: all lines; excerpt: the beginning, without members"),
      blocks: z.array(sourceBlock()),
    })
    .describe("As far as it was asked for and the policy allows it");

/** A full card: what an empty value leaves out is optional. */
export const card = () => ({
  symbolId,
  repoId: z.string(),
  file: z.string(),
  line: z.int().optional().describe("Where the name stands; left out where the range begins there"),
  range: range(),
  kind,
  name: z.string(),
  qualifiedName: z.string().optional(),
  exported: z.boolean(),
  visibility: z.enum(VISIBILITIES),
  signature: signature().optional(),
  summary: z.string().optional(),
  invariants: listOf(z.string()).describe("What must hold: guards that throw, assertions, readonly members"),
  sideEffects: listOf(z.string()).describe(
    "Files, network, processes, environment, state; `via NAME`: of what it calls",
  ),
  deps: z.strictObject({ imports: listOf(z.string()), calls: listOf(z.string()) }).optional(),
  metrics: metrics(),
  cluster: cluster().optional(),
  processes: listOf(process()).describe("Chains of calls from routes, programs and exported API"),
  usedBy: listOf(dependent()).describe("Best first, at most a few of metrics.fanIn"),
  callResolution: callResolution().optional(),
  detailLevel: z.enum(DETAIL_LEVELS),
  etag: z.string(),
  version: z.strictObject({ ledgerVersion: z.string(), astFingerprint: z.string() }),
});

export const notModified = () => ({ notModified: z.literal(true), etag: z.string(), ledgerVersion: z.string() });

export const retrievalEvidence = () =>
  z.strictObject({
    mode: z.enum(["hybrid", "legacy"]),
    symptomType: z.enum(["taskText", "stackTrace", "failingTest", "editedFiles"]),
    sources: listOf(z.string()),
    candidateCountPerSource: z.record(z.string(), z.int()).optional(),
    fusionLatencyMs: z.number(),
    fallbackReason: z.string().optional(),
  });

/** @param names parameters of which a request has exactly one */
export const oneOf = <Shape extends z.core.$ZodShape>(fields: Shape, names: readonly string[]) =>
  z
    .strictObject(fields)
    .refine(
      (request: Readonly<Record<string, unknown>>) => names.filter((name) => request[name] !== undefined).length === 1,
      `pass exactly one of ${names.join(", ")}`,
    );

/** Parameters of which a request about one symbol has exactly one. */
export const SYMBOL_NAMES = ["symbol", "symbolId", "symbolRef"] as const;

export const symbolNames = () => ({
  symbol: saidSymbol.optional().describe("path:line, path#name, a name or Class.method"),
  symbolId: saidSymbol.optional().describe("The same; exactly one of symbol, symbolId, symbolRef"),
  symbolRef: symbolRef().optional().describe("Likewise"),
});

/** A request about one symbol. */
export const symbolRequest = <Shape extends z.core.$ZodShape>(fields: Shape) =>
  oneOf({ repoId, ...symbolNames(), ...fields }, SYMBOL_NAMES);

/** Two versions that are compared. */
export const comparedVersions = () => ({
  fromVersion: version.default("HEAD").describe("v…, @latest~n, or a git name: HEAD~2, main"),
  toVersion: version.default("@latest").describe("Likewise; @latest: the files as they are"),
});

export const minimumRequired = z.int().optional().describe("The budget is below what the smallest answer takes");

/** What an answer cost of its budget. */
export const spentBudget = () =>
  z.strictObject({ used: z.int().describe("Of this answer, exact"), allowed: z.int(), minimumRequired });

/** What a budget of tokens covers. */
export const answerTokens = z.int().min(1).max(200_000);
