/**
 * From how far a rule is trusted to how often it is right: the confidence that an edge is stored with. The numbers are measured, see
 * calibration-table.ts; a rule that was not measured keeps its own.
 */
import { RESOLVERS } from "@sdl/model/graph";
import { CALIBRATION } from "./calibration-table.js";

/** Steps of a rule, ascending: from that confidence on, in hundredths, edges are right that often. */
type CalibrationSteps = readonly (readonly [from: number, confidence: number])[];

export type CalibrationTable = Readonly<Record<string, CalibrationSteps>>;

const HUNDREDTHS = 101;

/** Stored confidences by number of the rule, then by the rule's own confidence; both in hundredths. */
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

/** How the edges of a file are weighed. */
export function calibrationOf({ isPython, packageName }: CalibratedFile): Calibration {
  if (packageName !== undefined) return unmeasured;
  return isPython ? python : scripts;
}

interface CalibratedFile {
  readonly isPython: boolean;
  readonly packageName: string | undefined;
}
