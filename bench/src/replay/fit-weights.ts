/**
 * Fits the weights of a sentence's order: those under which the touched symbols and files of real commits are most
 * likely.
 *
 * A hit's score is s = Σ w · x; p = softmax(s) over the hits of a question. A file's score combines its hits: ln(Σ
 * e^{3s}) / 3. The loss of a question is −ln Σ p over the touched symbols, plus the same over the touched files, where
 * there are any. The total is the mean over the questions of each repository, then over repositories, plus λ|w|² of the
 * weights on inputs normalised to variance 1 (ListNet with several right answers: Cao et al., ICML 2007). Minimised by
 * Adam (Kingma and Ba, ICLR 2015) in a fixed number of steps from 0.
 */

/** The hits of one question. */
export interface FitQuestion {
  readonly repository: string;
  /** Form of the query; only used in reports. */
  readonly kind: string;
  /** Inputs by hit, in order. */
  readonly evidence: readonly (readonly number[])[];
  readonly isTouched: readonly boolean[];
  /** File by hit. */
  readonly files: readonly string[];
  readonly touchedFiles: ReadonlySet<string>;
}

const LAMBDA = 0.01;
const STEPS = 400;
const RATE = 0.03;
const SHARPNESS = 3;

/** @returns one weight per input, for inputs that are not normalised */
export function fitWeights(questions: readonly FitQuestion[]): number[] {
  const spread = spreadOf(questions);
  const shares = sharesOf(questions);
  const choices = questions.map((question, at) => new Choice(question, spread, shares[at] as number));
  const weights = new Float64Array(spread.length);
  const adam = new Adam(weights.length);
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => 2 * LAMBDA * weight);
    for (const choice of choices) choice.addSlope(slope, weights);
    adam.step(weights, slope);
  }
  return Array.from(weights, (weight, at) => weight / (spread[at] as number));
}

/** Scores of a question's hits under the given weights. */
export function worthsOf(question: FitQuestion, weights: readonly number[]): number[] {
  return question.evidence.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] as number), 0));
}

/** Weight of each question, so that repositories count equally. */
function sharesOf(questions: readonly FitQuestion[]): number[] {
  const counts = new Map<string, number>();
  for (const { repository } of questions) counts.set(repository, (counts.get(repository) ?? 0) + 1);
  return questions.map(({ repository }) => 1 / (counts.size * (counts.get(repository) as number)));
}

/** Standard deviation of each input; 1 if it is constant. */
function spreadOf(questions: readonly FitQuestion[]): number[] {
  const rows = questions.flatMap(({ evidence }) => evidence);
  return (rows[0] ?? []).map((_, at) => {
    const mean = rows.reduce((sum, row) => sum + (row[at] as number), 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + ((row[at] as number) - mean) ** 2, 0) / rows.length) || 1;
  });
}

/** One question in flat arrays. */
class Choice {
  /** Inputs by hit, each divided by its spread. */
  private readonly rows: Float64Array;
  private readonly isTouched: Uint8Array;
  /** By hit, the index of its file in the question. */
  private readonly files: Uint32Array;
  private readonly isTouchedFile: Uint8Array;

  constructor(
    { evidence, isTouched, files, touchedFiles }: FitQuestion,
    spread: readonly number[],
    private readonly share: number,
  ) {
    const names = [...new Set(files)];
    this.rows = Float64Array.from(evidence.flatMap((row) => row.map((value, at) => value / (spread[at] as number))));
    this.isTouched = Uint8Array.from(isTouched, Number);
    this.files = Uint32Array.from(files, (file) => names.indexOf(file));
    this.isTouchedFile = Uint8Array.from(names, (name) => Number(touchedFiles.has(name)));
  }

  addSlope(slope: Float64Array, weights: Float64Array): void {
    const { rows, share } = this;
    const width = weights.length;
    let row = 0;
    for (const pull of this.pulls(this.worths(weights))) {
      for (let at = 0; at < width; at++, row++) {
        slope[at] = (slope[at] as number) + share * pull * (rows[row] as number);
      }
    }
  }

  private worths(weights: Float64Array): Float64Array {
    const { rows } = this;
    const width = weights.length;
    const worths = new Float64Array(this.files.length);
    for (let hit = 0, row = 0; hit < worths.length; hit++) {
      let worth = 0;
      for (let at = 0; at < width; at++, row++) worth += (weights[at] as number) * (rows[row] as number);
      worths[hit] = worth;
    }
    return worths;
  }

  /** By hit, the derivative of the loss with respect to its score. */
  private pulls(worths: Float64Array): Float64Array {
    const { files } = this;
    const highest = worths.reduce((most, worth) => Math.max(most, worth));
    const parts = worths.map((worth) => Math.exp(SHARPNESS * (worth - highest)));
    const sums = new Float64Array(this.isTouchedFile.length);
    for (const [hit, file] of files.entries()) sums[file] = (sums[file] as number) + (parts[hit] as number);
    const ofFiles = pullsOfChoice(
      sums.map((sum) => Math.log(Math.max(sum, LEAST)) / SHARPNESS),
      this.isTouchedFile,
    );
    const ofHits = pullsOfChoice(worths, this.isTouched);
    return ofHits.map((pull, hit) => {
      const file = files[hit] as number;
      return pull + ((ofFiles[file] as number) * (parts[hit] as number)) / Math.max(sums[file] as number, LEAST);
    });
  }
}

/** A positive minimum, so that the logarithm is finite. */
const LEAST = 1e-300;

/** softmax minus softmax over the right ones only; 0 if none is right. */
function pullsOfChoice(worths: Float64Array, isRight: Uint8Array): Float64Array {
  const highest = worths.reduce((most, worth) => Math.max(most, worth));
  const parts = worths.map((worth) => Math.exp(worth - highest));
  let [all, right] = [0, 0];
  for (const [at, part] of parts.entries()) {
    all += part;
    right += part * (isRight[at] as number);
  }
  return right === 0 ? parts.fill(0) : parts.map((part, at) => part / all - (part * (isRight[at] as number)) / right);
}

class Adam {
  private readonly means: Float64Array;
  private readonly squares: Float64Array;
  private steps = 0;

  constructor(size: number) {
    this.means = new Float64Array(size);
    this.squares = new Float64Array(size);
  }

  step(weights: Float64Array, slope: Float64Array): void {
    this.steps++;
    slope.forEach((value, at) => {
      const mean = 0.9 * (this.means[at] as number) + 0.1 * value;
      const square = 0.999 * (this.squares[at] as number) + 0.001 * value * value;
      this.means[at] = mean;
      this.squares[at] = square;
      const [first, second] = [mean / (1 - 0.9 ** this.steps), square / (1 - 0.999 ** this.steps)];
      weights[at] = (weights[at] as number) - (RATE * first) / (Math.sqrt(second) + 1e-8);
    });
  }
}
