/**
 * Search through holders: values that hold other values, such as variables, accessors, bounds of type parameters,
 * `module.exports`. Knows the question and who answers it, not what holding means. Invariant: the search ends: it uses
 * its own stack, visits a holder again only with a higher confidence, and visits at most {@link MAX_HOLDERS} holders.
 */
import { NOTHING, type Target, union, type Value } from "../values/target.js";

/** Maximum number of holders followed for one question. */
const MAX_HOLDERS = 64;

/** Answer of a target that has no answer of its own: the question continues with the value that the target holds. */
export class Holding {
  /** @param mark passed to the answers of `held`, combined with the marks of the holders on the way */
  constructor(
    readonly held: Value,
    readonly mark = 0,
  ) {}
}

/** The answer of one target: a value, or a holding. */
export type Answer = Value | Holding;

type Ask = (target: Target, mark: number) => Answer;

interface Pending {
  readonly target: Target;
  readonly mark: number;
}

/** The answers of all targets, or of the values they hold, joined in order. */
export function throughHolders(values: Value, ask: Ask): Value {
  if (values.length === 0) return NOTHING;
  const only = values[0] as Target;
  if (values.length > 1) return new HolderSearch(ask).run(values);
  const answer = ask(only, 0);
  return answer instanceof Holding ? new HolderSearch(ask).runFrom(only, answer) : answer;
}

class HolderSearch {
  private readonly open: Pending[] = [];
  private readonly seen: Pending[] = [];

  constructor(private readonly ask: Ask) {}

  runFrom(holder: Target, { held, mark }: Holding): Value {
    this.seen.push({ target: holder, mark: 0 });
    this.push(held, mark);
    return this.search();
  }

  run(values: Value): Value {
    this.push(values, 0);
    return this.search();
  }

  private search(): Value {
    let result: Value = NOTHING;
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      if (this.wasSeen(next)) continue;
      const answer = this.ask(next.target, next.mark);
      if (!(answer instanceof Holding)) result = union(result, answer);
      else if (this.seen.length < MAX_HOLDERS) {
        this.seen.push(next);
        this.push(answer.held, next.mark | answer.mark);
      }
    }
    return result;
  }

  /** Pushes values so that the first is visited first. */
  private push(values: Value, mark: number): void {
    for (let at = values.length - 1; at >= 0; at--) this.open.push({ target: values[at] as Target, mark });
  }

  private wasSeen({ target, mark }: Pending): boolean {
    return this.seen.some((known) => known.mark === mark && covers(known.target, target));
  }
}

/** Whether the answers of `known` equal those of `target`, with at least its confidence. */
function covers(known: Target, target: Target): boolean {
  return (
    known.file === target.file &&
    known.symbol === target.symbol &&
    known.kind === target.kind &&
    known.name === target.name &&
    known.text === target.text &&
    known.isSelf === target.isSelf &&
    known.item === target.item &&
    known.parts === target.parts &&
    known.args === target.args &&
    isSameReceiver(known.receiver, target.receiver) &&
    known.confidence >= target.confidence
  );
}

function isSameReceiver(left: Target | undefined, right: Target | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left.kind === right.kind && left.file === right.file && left.symbol === right.symbol;
}
