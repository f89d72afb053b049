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
  probeAround(ParseEngine.prototype, "parseTree", clock, "parse");
  probeAround(ParseEngine.prototype, "flatten", clock, "flatten");
  for (const extractor of new Set(LANGUAGES.map(extractorFor))) {
    probeAround(extractor, "extract", clock, "extract");
    if (extractor.blank !== undefined) probeAround(extractor, "blank", clock, "blank");
  }
  probeAround(Extraction.prototype, "finish", clock, "fingerprint");
  probeAround(FactsBuilder.prototype, "finish", clock, "encode");
  probeBefore(TermCounter.prototype, "reset", () => clock.enter("terms"));
  probeAfter(TermCounter.prototype, "write", () => clock.leave());
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

function replaceMethod(owner: object, method: string, make: (original: Method) => Method): void {
  const original: unknown = Reflect.get(owner, method);
  if (!isMethod(original)) {
    throw new Error(`the profile measures ${method}(), which is gone; correct bench/src/profile/probes.ts`);
  }
  Reflect.set(owner, method, make(original));
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

function probeAround(owner: object, method: string, clock: StageClock, stage: string): void {
  replaceMethod(owner, method, (original) => {
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

function probeBefore(owner: object, method: string, run: () => void): void {
  replaceMethod(owner, method, (original) => {
    return function (this: unknown, ...values: unknown[]) {
      run();
      return Reflect.apply(original, this, values);
    };
  });
}

function probeAfter(owner: object, method: string, run: () => void): void {
  replaceMethod(owner, method, (original) => {
    return function (this: unknown, ...values: unknown[]) {
      try {
        return Reflect.apply(original, this, values);
      } finally {
        run();
      }
    };
  });
}
