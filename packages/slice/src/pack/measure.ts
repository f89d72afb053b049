/** Exact token cost of a result: counts the text that is sent, including the number that states its cost. */
import type { KeptValues } from "@sdl/model";
import { hashDigits } from "@sdl/model/text";
import type { Slice } from "../slice.js";
import { type CountTokens, isAdditive } from "../tokens/count-tokens.js";
import { encodeAround, encodeSlice, withBudget } from "../wire/encode-slice.js";
import type { WireEncoding } from "../wire/wire.js";
import type { SliceDraft } from "./assemble.js";
import { CARD_STUB, CardCosts } from "./card-costs.js";

/**
 * Wraps an encoded slice in the result that is sent: handles, versions, evidence. Must be pure.
 * @param sliceHash hash of the slice's content, without its budget and its spillover handle, which depend on the version
 */
export type Envelope = (encodedSlice: object, sliceHash: string) => object;

/** How a result is encoded, wrapped and counted. */
export interface MeasureInput {
  /** Renders the result as the text that the client receives; default: JSON. Must be pure. */
  readonly write?: ((result: object) => string) | undefined;
  readonly encoding: WireEncoding;
  readonly envelope: Envelope;
  readonly countTokens: CountTokens;
  readonly kept: KeptValues;
  readonly allowed: number;
}

/** A result with its exact cost. */
export interface MeasuredResult {
  readonly slice: Slice;
  /** The whole result as it is sent. */
  readonly result: object;
  /** Hash that was passed to the envelope. */
  readonly sliceHash: string;
  readonly used: number;
}

/** Placeholder with as many digits, and as many tokens, as a result of `hashDigits`. */
const PLACEHOLDER_HASH = "0".repeat(15);
/**
 * Maximum number of counting rounds. With real counters the number's digits change the cost at most twice; a counter that does not settle is
 * rejected.
 */
const MAX_ROUNDS = 12;

/**
 * Cost of the result if it states `allowed` as used. No number up to `allowed` costs more tokens, so a selection whose cost by this function is
 * within the budget fits, provided that all hashes cost the same.
 */
export function costAtMost(draft: SliceDraft, input: MeasureInput): number {
  const { encoding, envelope, countTokens, kept, allowed, write = JSON.stringify } = input;
  const budget = { used: allowed, allowed };
  const { cards } = draft;
  const slice = orderedSlice(draft, budget);
  if (cards.length === 0 || input.write !== undefined || !isAdditive(countTokens))
    return countTokens(write(envelope(encodeSlice(slice, encoding), PLACEHOLDER_HASH)));
  const around = encodeAround(slice, [CARD_STUB], encoding);
  const costOfCards = kept.of(countTokens, CardCosts).ofAll(cards, encoding);
  return countTokens(JSON.stringify(envelope(around, PLACEHOLDER_HASH))) + costOfCards;
}

/** How one measurement is made. */
export interface MeasureOptions {
  /** States `minimumRequired` too, because no smaller result exists. */
  readonly isFloor?: boolean;
  /** Result of {@link costAtMost} for the draft, as the first guess; saves a round. */
  readonly costAtMost?: number;
}

/**
 * Finds the `used` that equals the cost of the text stating it: each round states the cost of the previous round until both agree.
 * @throws {RangeError} if the counter gives no stable number
 */
export function measure(draft: SliceDraft, input: MeasureInput, options: MeasureOptions = {}): MeasuredResult {
  const { encoding, envelope, countTokens, allowed, write = JSON.stringify } = input;
  const { isFloor = false } = options;
  // The hash excludes the budget: `used` depends on the hash's own tokens.
  const content = encodeSlice(orderedSlice(draft, { used: 0, allowed: 0 }), encoding);
  const sliceHash = contentHash(content, draft.truncation?.spilloverHandle);
  let used = options.costAtMost ?? allowed;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const budget = { used, allowed, ...(isFloor ? { minimumRequired: used } : {}) };
    const result = envelope(withBudget(content, budget, encoding), sliceHash);
    const cost = countTokens(write(result));
    if (cost === used) return { slice: orderedSlice(draft, budget), result, used, sliceHash };
    used = cost;
  }
  throw new RangeError(
    "countTokens gives no stable count for a result that states its own token count; pass a deterministic tokenizer",
  );
}

/** Hash that is equal for equal contents of different versions; the spillover handle is excluded because it contains the version. */
function contentHash(content: object, spilloverHandle: string | undefined): string {
  const text = JSON.stringify(content);
  return hashDigits(spilloverHandle === undefined ? text : text.replace(JSON.stringify(spilloverHandle), '""'));
}

/** A slice with its fields in the order of the contract. */
function orderedSlice({ confidenceDistribution, memories, ...rest }: SliceDraft, budget: Slice["budget"]): Slice {
  return { ...rest, budget, confidenceDistribution, ...(memories === undefined ? {} : { memories }) };
}
