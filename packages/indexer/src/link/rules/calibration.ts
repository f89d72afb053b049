/**
 * Calibration of confidences: from a rule's own confidence to how often its edges are right. Measured values, see
 * calibration-table.ts; a rule without a measurement keeps its own confidence.
 */
import { RESOLVERS } from "@sdl/model/graph";
import { CALIBRATION } from "./calibration-table.js";

/** Calibration steps of a rule, ascending: from a confidence on, the measured share of right edges; both in hundredths. */
type CalibrationSteps = readonly (readonly [from: number, confidence: number])[];

/** Calibration steps by rule. */
export type CalibrationTable = Readonly<Record<string, CalibrationSteps>>;

const HUNDREDTHS = 101;

/** Stored confidence by rule number and the rule's own confidence, in hundredths. */
export class Calibration {
  private readonly stored: Uint8Array;

  constructor(table: CalibrationTable) {
    this.stored = new Uint8Array(RESOLVERS.length * HUNDREDTHS);
    const rules = new Map(Object.entries(table));
    RESOLVERS.forEach((rule, number) => {
      const steps = rules.get(rule);
      for (let own = 0; own < HUNDREDTHS; own++) this.stored[number * HUNDREDTHS + own] = measured(steps, own);
    });
  }

  confidence(resolver: number, own: number): number {
    return this.stored[resolver * HUNDREDTHS + own] ?? own;
  }
}

function measured(steps: CalibrationSteps | undefined, own: number): number {
  const step = steps?.findLast(([from]) => from <= own);
  const [first] = steps ?? [];
  if (first === undefined) return own;
  return step === undefined ? Math.min(own, first[1]) : step[1];
}

const scripts = new Calibration(CALIBRATION.typescript);
const python = new Calibration(CALIBRATION.python);

const unmeasured = new Calibration({});

/** The calibration for a file's language. */
export function calibrationOf({ isPython, packageName }: CalibratedFile): Calibration {
  if (packageName !== undefined) return unmeasured;
  return isPython ? python : scripts;
}

interface CalibratedFile {
  readonly isPython: boolean;
  readonly packageName: string | undefined;
}
