/** Cached steps of one file, by kind of question. */
import type { StepTable } from "../recorder.js";
import type { Value } from "../values/target.js";

/** Caches of steps by kind of question. Each table is created at its first use: most files need few of them. */
export class FileSteps {
  private ownImports: StepTable<Value> | undefined;
  private ownLocals: StepTable<Value> | undefined;
  private ownValues: StepTable<Value> | undefined;
  private ownReturns: StepTable<Value> | undefined;
  private ownFields: StepTable<Value> | undefined;
  private ownBases: StepTable<Value> | undefined;
  private ownBaseModules: StepTable<Value> | undefined;
  private ownAncestors: StepTable<Value> | undefined;
  private ownMembers: Map<number, StepTable<Value>> | undefined;
  private ownBaseMembers: Map<number, StepTable<Value>> | undefined;
  private ownRecords: Map<number, StepTable<Value>> | undefined;
  private ownExports: StepTable<Value> | undefined;
  private ownGlobals: StepTable<Value> | undefined;

  /** The tables created so far. */
  *tables(): Iterable<StepTable<Value>> {
    const { ownImports, ownLocals, ownValues, ownReturns, ownFields, ownBases, ownAncestors, ownExports } = this;
    for (const table of [ownImports, ownLocals, ownValues, ownReturns, ownFields, ownBases, ownAncestors, ownExports])
      if (table !== undefined) yield table;
    for (const table of [this.ownGlobals, this.ownBaseModules]) if (table !== undefined) yield table;
    for (const tables of [this.ownMembers, this.ownBaseMembers, this.ownRecords])
      if (tables !== undefined) yield* tables.values();
  }

  get imports(): StepTable<Value> {
    this.ownImports ??= new Map();
    return this.ownImports;
  }

  get locals(): StepTable<Value> {
    this.ownLocals ??= new Map();
    return this.ownLocals;
  }

  get values(): StepTable<Value> {
    this.ownValues ??= new Map();
    return this.ownValues;
  }

  get returns(): StepTable<Value> {
    this.ownReturns ??= new Map();
    return this.ownReturns;
  }

  get fields(): StepTable<Value> {
    this.ownFields ??= new Map();
    return this.ownFields;
  }

  get bases(): StepTable<Value> {
    this.ownBases ??= new Map();
    return this.ownBases;
  }

  get baseModules(): StepTable<Value> {
    this.ownBaseModules ??= new Map();
    return this.ownBaseModules;
  }

  get ancestors(): StepTable<Value> {
    this.ownAncestors ??= new Map();
    return this.ownAncestors;
  }

  /** By class, then by name: maps with two small keys are far faster than with one beyond 31 bits. */
  get members(): Map<number, StepTable<Value>> {
    this.ownMembers ??= new Map();
    return this.ownMembers;
  }

  get baseMembers(): Map<number, StepTable<Value>> {
    this.ownBaseMembers ??= new Map();
    return this.ownBaseMembers;
  }

  /** By first row, then by name. */
  get records(): Map<number, StepTable<Value>> {
    this.ownRecords ??= new Map();
    return this.ownRecords;
  }

  get exports(): StepTable<Value> {
    this.ownExports ??= new Map();
    return this.ownExports;
  }

  get globals(): StepTable<Value> {
    this.ownGlobals ??= new Map();
    return this.ownGlobals;
  }
}
