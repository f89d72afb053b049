/** The exact cost of a whole result: one count of the JSON that is sent, the number itself included. */
import type { KeptValues } from "@sdl/model";
import { hashDigits } from "@sdl/model/text";
import type { Slice } from "../slice.js";
import { addsUp, type CountTokens } from "../tokens/count-tokens.js";
import { encodeAround, encodeSlice, withBudget } from "../wire/encode-slice.js";
import type { WireEncoding } from "../wire/wire.js";
import type { SliceDraft } from "./assemble.js";
import { CARD_STUB, CardCosts } from "./card-costs.js";

/**
 * Puts an encoded slice into the result that is sent: handles, versions, evidence. Must be pure.
 * @param sliceHash digits of what the slice says, without what it cost and without its spillover's handle: those follow from the version
 */
export type Envelope = (encodedSlice: object, sliceHash: string) => object;

export interface MeasureInput {
  /** The result as its reader gets it; JSON where it is left out. Must be pure. */
  readonly write?: ((result: object) => string) | undefined;
  readonly encoding: WireEncoding;
  readonly envelope: Envelope;
  readonly countTokens: CountTokens;
  readonly kept: KeptValues;
  readonly allowed: number;
}

export interface Measured {
  readonly slice: Slice;
  /** The whole result as it is sent. */
  readonly result: object;
  /** As the envelope was given it. */
  readonly sliceHash: string;
  readonly used: number;
}

/** Of as many digits as `hashDigits` gives, and of as many tokens. */
const ANY_DIGITS = "0".repeat(15);
/** Digits of a number change tokens at most twice for any real counter; a counter that never settles is refused. */
const MAX_ROUNDS = 12;

/**
 * What a result costs that states `allowed` as used. No number up to `allowed` costs more to state, so what fits by this fits,
 * where all hashes cost the same.
 */
export function costAtMost(draft: SliceDraft, input: MeasureInput): number {
  const { encoding, envelope, countTokens, kept, allowed, write = JSON.stringify } = input;
  const budget = { used: allowed, allowed };
  const { cards } = draft;
  const slice = orderedSlice(draft, budget);
  if (cards.length === 0 || input.write !== undefined || !addsUp(countTokens))
    return countTokens(write(envelope(encodeSlice(slice, encoding), ANY_DIGITS)));
  const around = encodeAround(slice, [CARD_STUB], encoding);
  const costOfCards = kept.of(countTokens, CardCosts).ofAll(cards, encoding);
  return countTokens(JSON.stringify(envelope(around, ANY_DIGITS))) + costOfCards;
}

export interface MeasureOptions {
  /** States `minimumRequired` too: nothing smaller exists. */
  readonly isFloor?: boolean;
  /** What {@link costAtMost} said of the draft: saves a round. */
  readonly costAtMost?: number;
}

/**
 * Finds the `used` that the text stating it costs: each round states what the last one cost, until that holds.
 * @throws {RangeError} when the counter gives no stable number
 */
export function measure(draft: SliceDraft, input: MeasureInput, options: MeasureOptions = {}): Measured {
  const { encoding, envelope, countTokens, allowed, write = JSON.stringify } = input;
  const { isFloor = false } = options;
  // What the slice cost is none of what it says, and depends on the hash's own tokens.
  const content = encodeSlice(orderedSlice(draft, { used: 0, allowed: 0 }), encoding);
  const sliceHash = hashOf(content, draft.truncation?.spilloverHandle);
  let used = options.costAtMost ?? allowed;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const budget = { used, allowed, ...(isFloor ? { minimumRequired: used } : {}) };
    const result = envelope(withBudget(content, budget, encoding), sliceHash);
    const cost = countTokens(write(result));
    if (cost === used) return { slice: orderedSlice(draft, budget), result, used, sliceHash };
    used = cost;
  }
  throw new RangeError(
    "countTokens gives no stable count for a result that states its own; pass a deterministic tokenizer",
  );
}

/** Equal for equal contents at different versions: a handle names its version. */
function hashOf(content: object, spilloverHandle: string | undefined): string {
  const text = JSON.stringify(content);
  return hashDigits(spilloverHandle === undefined ? text : text.replace(JSON.stringify(spilloverHandle), '""'));
}

/** The fields in the order of the contract. */
function orderedSlice({ confidenceDistribution, memories, ...rest }: SliceDraft, budget: Slice["budget"]): Slice {
  return { ...rest, budget, confidenceDistribution, ...(memories === undefined ? {} : { memories }) };
}
