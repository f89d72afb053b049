/**
 * Probes on the indexer's own code, so that the profile measures what runs and not a copy. Reaches into the built
 * package by path; a probe whose method no longer exists throws, so the profile cannot become stale unnoticed.
 */
import { LANGUAGES } from "@sdl/model";
import { FactsBuilder } from "@sdl/model/facts";
import { Extraction, extractorFor, ParseEngine, TermCounter } from "./indexer-internals.js";
import type { StageClock } from "./stage-clock.js";

/** Installs all probes for the rest of the process. */
export function installProbes(clock: StageClock): void {
  around(ParseEngine.prototype, "parseTree", clock, "parse");
  around(ParseEngine.prototype, "flatten", clock, "flatten");
  for (const extractor of new Set(LANGUAGES.map(extractorFor))) {
    around(extractor, "extract", clock, "extract");
    if (extractor.blank !== undefined) around(extractor, "blank", clock, "blank");
  }
  around(Extraction.prototype, "finish", clock, "fingerprint");
  around(FactsBuilder.prototype, "finish", clock, "encode");
  before(TermCounter.prototype, "reset", () => clock.enter("terms"));
  after(TermCounter.prototype, "write", () => clock.leave());
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

function replace(owner: object, method: string, make: (original: Method) => Method): void {
  const original: unknown = Reflect.get(owner, method);
  if (!isMethod(original)) {
    throw new Error(`the profile measures ${method}(), which is gone; correct bench/src/profile/probes.ts`);
  }
  Reflect.set(owner, method, make(original));
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

function around(owner: object, method: string, clock: StageClock, stage: string): void {
  replace(owner, method, (original) => {
    return function (this: unknown, ...values: unknown[]) {
      clock.enter(stage);
      try {
        return Reflect.apply(original, this, values);
      } finally {
        clock.leave();
      }
    };
  });
}

function before(owner: object, method: string, run: () => void): void {
  replace(owner, method, (original) => {
    return function (this: unknown, ...values: unknown[]) {
      run();
      return Reflect.apply(original, this, values);
    };
  });
}

function after(owner: object, method: string, run: () => void): void {
  replace(owner, method, (original) => {
    return function (this: unknown, ...values: unknown[]) {
      try {
        return Reflect.apply(original, this, values);
      } finally {
        run();
      }
    };
  });
}
