/** Schemas of requests and answers that several actions share. Composed ones are functions, because most processes never need them. */
import { EDGE_KINDS, SYMBOL_KINDS, VISIBILITIES } from "@sdl/model";
import { PROCESS_ROLES } from "@sdl/model/graph";
import { z } from "zod";
import { BudgetCapsSchema, SOURCE_FORMS } from "../registry/policy.js";
import { HEX_ID, VERSION_ID } from "./text-patterns.js";

/** Levels of detail of cards, ascending. */
export const DETAIL_LEVELS = ["minimal", "signature", "deps", "compact", "full"] as const;

/** Parameter: the repository of a call, by name or path. */
export const repoId = z.string().min(1).max(4096).optional().describe("Name or path");

/** Parameter: whether to refresh the index before the answer. */
export const fresh = z.literal([true, false, "auto"]).default("auto").describe("Index changed files first");

/** Without a length limit, which would be part of every tool's schema; an overlong name matches no version. */
export const asOfVersion = z.string().optional().describe("v…, @latest~n, git name");

/** The id of a symbol, 16 hex digits. */
export const symbolId = z.string().regex(HEX_ID.pattern);

/** Name of a version of the repository, or a git revision. */
const version = z.string().min(1).max(200);

/** The kind of a symbol. */
export const kind = z.enum(SYMBOL_KINDS);

/** The confidence of an edge, 0..1. */
export const confidence = z.number().min(0).max(1);

/** A line number, from 1. */
export const line = z.int().min(1).max(100_000_000);

/** Etags by symbol id. */
export const etags = z.record(z.string(), z.string());

/** Names one version of the index: `v` and up to 15 digits. */
export const versionId = z.string().regex(VERSION_ID.pattern);

/** @param words the effect of the time, for the description */
export const isoTime = (words: string) =>
  z.iso
    .datetime({ offset: true, error: "an ISO time with its zone, such as 2026-01-31T12:00:00Z" })
    .describe(`ISO time with its zone; ${words}`);

/** Refers to a slice that was built before. Handles of a team's servers state their request. */
export const sliceHandle = z.string().min(1).max(1000);

/** Parameter: path of an exported index. */
export const indexFile = z.string().min(1).max(4096);

/** The lease of a handle: its expiry, and the versions that it keeps. */
export const lease = () => z.strictObject({ expiresAt: z.string(), minVersion: z.string(), maxVersion: z.string() });

/** A client's reference to a symbol, as one text. */
export const symbolText = z.string().min(1).max(5000);

/** A symbol as a text in any accepted form, or as an object. */
export const symbolRef = () => z.union([symbolText, symbolObject()]);

const symbolObject = () =>
  z.strictObject({
    name: z.string().min(1).max(500).describe("Simple or qualified: method, Class.method"),
    file: z.string().min(1).max(4096).optional().describe("Path or its end"),
    line: line.optional(),
    kind: kind.optional(),
    exportedOnly: z.boolean().optional(),
  });

/** A source range: lines from 1, columns from 0, end exclusive. */
export const range = () =>
  z.strictObject({
    startLine: z.int(),
    startCol: z.int(),
    endLine: z.int(),
    endCol: z.int(),
  });

/** Identifiers as written in code. */
export const identifiersToFind = (least: number) => z.array(z.string().min(1).max(200)).min(least).max(50);

/** Answer field: the source on disk is newer than the index. */
export const isStale = z
  .literal(true)
  .optional()
  .describe("The file changed since it was indexed; text and range are current");

/** Fields of a complete policy. */
export const policyFields = () => ({
  maxWindowLines: z.int(),
  maxWindowTokens: z.int(),
  requireIdentifiers: z.boolean().describe("A code-window request must list identifiers"),
  allowBreakGlass: z.boolean().describe("`AUDIT:` or `BREAK-GLASS:` in a reason grants a code window"),
  defaultDenyRaw: z
    .boolean()
    .describe("A code-window request is denied unless evidence (slice, relevance) justifies it"),
  sourceInAnswers: z
    .enum(SOURCE_FORMS)
    .describe("Source in slices, cards, logic slices and task contexts; each answer with source is recorded"),
  budgetCaps: BudgetCapsSchema.optional().describe("Upper bounds of slices' budgets"),
});

/** Answer field: changed files that the answer does not cover. */
export const behind = () =>
  z
    .strictObject({ files: z.int(), names: z.array(z.string()) })
    .optional()
    .describe("Changed files not yet in this answer; names has the first of them; absent: the index is up to date");

/** Answer field: files whose unsaved text the answer covers. */
export const unsaved = () =>
  z
    .strictObject({ files: z.int(), names: z.array(z.string()) })
    .optional()
    .describe("Files whose unsaved text this answer includes; names has the first of them");

/** The version and freshness of every query's answer. */
const answerBasis = () => ({
  pinned: z.strictObject({
    ledgerVersion: z.string(),
    derivedVersion: z.string().optional().describe("Absent if clusters, test links and processes are not built yet"),
    overlayVersion: z.int().optional().describe("Version of editors' unsaved text; absent if there is none"),
    asOfDay: z.string(),
    memoryVersion: z.string().optional(),
    feedbackVersion: z.string().optional(),
  }),
  checkedAt: z.string(),
  staleFiles: z.int(),
  behind: behind(),
  unsaved: unsaved(),
  warnings: listOf(z.string()).describe(
    "Events of the index, reported once; parts of the request that could not be used",
  ),
});

/** Schema of a query's answer. */
export const queryAnswer = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  z.strictObject({ ...fields, ...answerBasis() });

/** A list that answers leave out if it is empty. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).optional();

/** Answer fields that name a symbol and its place. */
export const symbolLabel = () => ({
  symbolId,
  name: z.string(),
  kind,
  file: z.string(),
  line: z.int(),
});

/** Additional fields of a symbol in text answers. */
export const symbolWording = () => ({
  signature: z.string().optional().describe("Only in text answers"),
  summary: z.string().optional().describe("Only in text answers, if the signature has no parameters"),
});

/** Arguments of the call that continues a cut list or text. */
export const nextArguments = () =>
  z.record(z.string(), z.unknown()).optional().describe("Arguments of the same action for the next page");

/** Location of a reference. */
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
      .describe("Number of commits that changed it in the 30 days before the indexed commit; absent without git"),
    testRefs: listOf(z.string()).describe("Tests that exercise it, best first"),
    canonicalTest: z
      .strictObject({
        file: z.string(),
        symbolId: symbolId.optional(),
        distance: z.int().describe("Number of calls from the test"),
        proximity: z.number(),
      })
      .optional(),
  });

const cluster = () =>
  z
    .strictObject({ clusterId: z.string(), label: z.string(), memberCount: z.int() })
    .describe("Group of closely connected symbols");

const process = () =>
  z.strictObject({
    processId: z.string(),
    label: z.string(),
    role: z.enum(PROCESS_ROLES),
    depth: z.int().describe("Number of calls from the entry point"),
  });

const dependent = () =>
  z.strictObject({
    name: z.string(),
    file: z.string(),
    line: z.int(),
    by: z.enum(EDGE_KINDS).describe("Its strongest edge to the symbol"),
  });

const sourceBlock = () => z.strictObject({ startLine: z.int(), endLine: z.int(), text: z.string() });

/** Source lines of a symbol. */
export const cardSource = () =>
  z
    .strictObject({
      form: z.enum(["excerpt", "body"]).describe("body: all lines; excerpt: the beginning, without members"),
      blocks: z.array(sourceBlock()),
    })
    .describe("Present if requested and allowed by the policy");

/** A full card; fields that may be empty are optional. */
export const card = () => ({
  symbolId,
  repoId: z.string(),
  file: z.string(),
  line: z.int().optional().describe("Line of the name; absent if it equals range.startLine"),
  range: range(),
  kind,
  name: z.string(),
  qualifiedName: z.string().optional(),
  exported: z.boolean(),
  visibility: z.enum(VISIBILITIES),
  signature: signature().optional(),
  summary: z.string().optional(),
  invariants: listOf(z.string()).describe("Guards that throw, assertions, readonly members"),
  sideEffects: listOf(z.string()).describe(
    "Files, network, processes, environment, state; `via NAME`: through a callee",
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

/** Answer fields for a client whose etag is still current. */
export const notModified = () => ({ notModified: z.literal(true), etag: z.string(), ledgerVersion: z.string() });

/** Answer field: how the symbols of a search or slice were found. */
export const retrievalEvidence = () =>
  z.strictObject({
    mode: z.enum(["hybrid", "legacy"]),
    symptomType: z.enum(["taskText", "stackTrace", "failingTest", "editedFiles"]),
    sources: listOf(z.string()),
    candidateCountPerSource: z.record(z.string(), z.int()).optional(),
    fusionLatencyMs: z.number(),
    fallbackReason: z.string().optional(),
  });

/** @param names parameters; a request must have exactly one of them */
export const oneOf = <Shape extends z.core.$ZodShape>(fields: Shape, names: readonly string[]) =>
  z
    .strictObject(fields)
    .refine(
      (request: Readonly<Record<string, unknown>>) => names.filter((name) => request[name] !== undefined).length === 1,
      `pass exactly one of ${names.join(", ")}`,
    );

/** Parameters that name a symbol; a request about one symbol must have exactly one. */
export const SYMBOL_NAMES = ["symbol", "symbolId", "symbolRef"] as const;

/** Parameters that name one symbol; exactly one of the three is given. */
export const symbolNames = () => ({
  symbol: symbolText.optional().describe("path:line, path#name, a name or Class.method"),
  symbolId: symbolText.optional().describe("Same as symbol; pass exactly one of symbol, symbolId, symbolRef"),
  symbolRef: symbolRef().optional().describe("Same as symbol, also as an object"),
});

/** A request about one symbol. */
export const symbolRequest = <Shape extends z.core.$ZodShape>(fields: Shape) =>
  oneOf({ repoId, ...symbolNames(), ...fields }, SYMBOL_NAMES);

/** The two versions to compare. */
export const comparedVersions = () => ({
  fromVersion: version.default("HEAD").describe("v…, @latest~n, or a git name: HEAD~2, main"),
  toVersion: version
    .default("@latest")
    .describe("Same forms; @latest: the current files; @staged: what git has staged"),
});

/** Answer field: tokens of the smallest possible answer. */
export const minimumRequired = z.int().optional().describe("Tokens of the smallest answer, if the budget is lower");

/** Tokens that an answer cost, and its budget. */
export const spentBudget = () =>
  z.strictObject({ used: z.int().describe("Exact tokens of this answer"), allowed: z.int(), minimumRequired });

/** A token budget of an answer. */
export const answerTokens = z.int().min(1).max(200_000);

/** Two texts that differ. */
export const textDiff = () => z.strictObject({ before: z.string(), after: z.string() });

/** A symbol that usually changes together with others. */
export const companion = () =>
  z.strictObject({
    symbolId,
    name: z.string(),
    file: z.string(),
    confidence: z.number().describe("0..1: about how often such a symbol changes in the same commit"),
    support: z.int().describe("Number of commits that changed both; 0 for a symbol that is only near by in the file"),
  });
