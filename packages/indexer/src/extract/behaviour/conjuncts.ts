/** Conjunctions of comparisons, and their text. Knows no language's syntax. */

/** One part of a conjunction, with both operands if the part is a comparison. */
export interface Conjunct {
  readonly text: string;
  readonly left?: string;
  readonly operator?: string;
  readonly right?: string;
}

/** The opposite of each comparison operator. */
const NEGATIONS: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
};

/** A conjunct that compares `left` with `right`. */
export function makeComparison(left: string, operator: string, right: string): Conjunct {
  return { text: `${left} ${operator} ${right}`, left, operator, right };
}

/** The comparison with the opposite operator; `undefined` if the operator has no opposite. */
export function negatedComparison(left: string, operator: string, right: string): Conjunct | undefined {
  const opposite = NEGATIONS[operator];
  return opposite === undefined ? undefined : makeComparison(left, opposite, right);
}

/** The conjunction's text on one line. Two bounds of the same value are joined to a range: `0 <= x <= 10`. */
export function conjunctionText(conjuncts: readonly Conjunct[], and: string): string {
  const texts: string[] = [];
  const used = new Set<Conjunct>();
  for (const conjunct of conjuncts) {
    if (used.has(conjunct)) continue;
    const other = conjuncts.find((candidate) => !used.has(candidate) && rangeText(conjunct, candidate) !== undefined);
    const range = other === undefined ? undefined : rangeText(conjunct, other);
    used.add(conjunct);
    if (other !== undefined && range !== undefined) used.add(other);
    texts.push(range ?? conjunct.text);
  }
  return [...new Set(texts)].join(and);
}

/** The text `low <= x <= high` if both conjuncts bound the same value, in either order. */
function rangeText(a: Conjunct, b: Conjunct): string | undefined {
  if (a.left === undefined || a.left !== b.left) return undefined;
  const lower = isLower(a) ? a : isLower(b) ? b : undefined;
  const upper = isUpper(a) ? a : isUpper(b) ? b : undefined;
  if (lower === undefined || upper === undefined) return undefined;
  return `${lower.right} ${lower.operator === ">" ? "<" : "<="} ${a.left} ${upper.operator} ${upper.right}`;
}

function isLower({ operator }: Conjunct): boolean {
  return operator === ">" || operator === ">=";
}

function isUpper({ operator }: Conjunct): boolean {
  return operator === "<" || operator === "<=";
}
