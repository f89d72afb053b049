/** Cards that earlier steps of a chain returned: each is sent once and by reference afterwards. */
import type { Action } from "../../contract/action.js";
import type { Answer } from "../../contract/prune-answer.js";

interface KnownCard {
  readonly etag: string;
  /** Index of the step that returned the card. */
  readonly step: number;
}

/** Cards by symbol id, with their etags. */
export class KnownCards {
  private readonly byId = new Map<string, KnownCard>();

  has(symbolId: string): boolean {
    return this.byId.has(symbolId);
  }

  get size(): number {
    return this.byId.size;
  }

  /** Arguments with the etags of the chain's cards added, if the action takes `knownCardEtags`; the caller's own etags take precedence. */
  addKnownEtags(action: Action, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const isTaken = Object.hasOwn(action.inputSchema().properties ?? {}, "knownCardEtags");
    if (!isTaken || this.byId.size === 0) return args;
    const own = args["knownCardEtags"] ?? args["known_card_etags"];
    const { known_card_etags: _, ...rest } = args;
    const known = Object.fromEntries([...this.byId].map(([id, { etag }]) => [id, etag]));
    return { ...rest, knownCardEtags: { ...known, ...(isRecord(own) ? own : {}) } };
  }

  /** The answer with each card that an earlier step returned replaced by its reference. */
  withoutKnown(answer: Answer): Answer {
    const { cards } = answer;
    if (Array.isArray(cards)) return { ...answer, cards: cards.map((card) => this.makeReference(card) ?? card) };
    return this.makeReference(answer) ?? answer;
  }

  /** @param view an answer in its standard (JSON) shape */
  rememberCards(view: Answer, step: number): void {
    this.add(view, step);
    for (const card of Array.isArray(view["cards"]) ? view["cards"] : []) this.add(card, step);
    const { slice } = view;
    if (!isRecord(slice) || !isRecord(slice["etags"])) return;
    for (const [id, etag] of Object.entries(slice["etags"])) this.put(id, etag, step);
  }

  private add(card: unknown, step: number): void {
    if (isRecord(card) && "detailLevel" in card && typeof card["symbolId"] === "string") {
      this.put(card["symbolId"], card["etag"], step);
    }
  }

  private put(id: string, etag: unknown, step: number): void {
    if (typeof etag === "string" && this.byId.get(id)?.etag !== etag) this.byId.set(id, { etag, step });
  }

  private makeReference(card: unknown): Answer | undefined {
    if (!isRecord(card) || !("detailLevel" in card)) return undefined;
    const { symbolId, etag } = card;
    const known = typeof symbolId === "string" ? this.byId.get(symbolId) : undefined;
    if (known === undefined || known.etag !== etag) return undefined;
    return { symbolId, notModified: true, etag, inStep: known.step };
  }
}

/** Whether a value is an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
