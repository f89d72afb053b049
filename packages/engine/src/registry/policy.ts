/** A repository's policy: limits and conditions of code windows, source in answers, caps of slices' budgets. */
import { z } from "zod";

const WINDOW_LINES = z.int().min(1).max(10_000);
const WINDOW_TOKENS = z.int().min(16).max(100_000);

/** Forms of source in answers other than code windows: whole bodies, excerpts, or none. */
export const SOURCE_FORMS = ["bodies", "excerpts", "none"] as const;
/** One of {@link SOURCE_FORMS}. */
export type SourceForm = (typeof SOURCE_FORMS)[number];

/** Upper limits of slice budgets. */
export const BudgetCapsSchema = z.strictObject({
  maxCards: z.int().min(1).max(500).optional(),
  maxEstimatedTokens: z.int().min(1).max(200_000).optional(),
});

/** The stored part of a policy: values that differ from the defaults. */
const PolicyOverridesSchema = z.strictObject({
  maxWindowLines: WINDOW_LINES.optional(),
  maxWindowTokens: WINDOW_TOKENS.optional(),
  requireIdentifiers: z.boolean().optional(),
  allowBreakGlass: z.boolean().optional(),
  defaultDenyRaw: z.boolean().optional(),
  sourceInAnswers: z.enum(SOURCE_FORMS).optional(),
  budgetCaps: BudgetCapsSchema.optional(),
});

/** Fields that a repository sets; others have defaults. */
export type PolicyOverrides = z.output<typeof PolicyOverridesSchema>;

/** The valid fields of a stored policy that this program knows. @returns `undefined` if there are none */
export function parseKnownPolicy(stored: unknown): PolicyOverrides | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const fields = Object.entries(PolicyOverridesSchema.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse((stored as Readonly<Record<string, unknown>>)[name]);
    return success && data !== undefined ? [[name, data] as const] : [];
  });
  return fields.length === 0 ? undefined : PolicyOverridesSchema.parse(Object.fromEntries(fields));
}

/** A client's change of a policy; `budgetCaps: null` removes the caps. */
export const PolicyPatchSchema = PolicyOverridesSchema.extend({ budgetCaps: BudgetCapsSchema.nullable().optional() });

/** Fields to change; a null removes the caps. */
export type PolicyPatch = z.output<typeof PolicyPatchSchema>;

/** All fields of a policy. */
export interface Policy {
  readonly maxWindowLines: number;
  readonly maxWindowTokens: number;
  /** Whether a request for a code window (a range of raw source) must list the identifiers it is looking for. */
  readonly requireIdentifiers: boolean;
  /** Whether `AUDIT:` or `BREAK-GLASS:` in a request's reason grants a code window that is otherwise denied. */
  readonly allowBreakGlass: boolean;
  /** Whether a code window is denied if neither a slice nor relevance justifies it. */
  readonly defaultDenyRaw: boolean;
  /** Form of source in slices, cards, logic slices and task contexts. */
  readonly sourceInAnswers: SourceForm;
  /** Upper bounds of a slice's budget. */
  readonly budgetCaps?: z.output<typeof BudgetCapsSchema> | undefined;
}

const DEFAULT_POLICY: Policy = {
  maxWindowLines: 180,
  maxWindowTokens: 1400,
  requireIdentifiers: true,
  allowBreakGlass: false,
  defaultDenyRaw: true,
  sourceInAnswers: "bodies",
};

/** The default policy with a repository's overrides. */
export function effectivePolicy(overrides: PolicyOverrides | undefined): Policy {
  return { ...DEFAULT_POLICY, ...dropUndefined(overrides ?? {}) };
}

/** @returns overrides without values that equal the default */
export function patchPolicy(overrides: PolicyOverrides | undefined, patch: PolicyPatch): PolicyOverrides {
  const merged = { ...overrides, ...dropUndefined(patch) };
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_POLICY };
  const kept = Object.entries(merged).filter(([name, value]) => value !== null && value !== defaults[name]);
  return PolicyOverridesSchema.parse(Object.fromEntries(kept));
}

type WithoutUndefined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function dropUndefined<T extends object>(values: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
