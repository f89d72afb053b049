/** Shared refreshes: a caller that stays gets the result it requested, and one that leaves does not affect the others. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LeaseHolder } from "../../src/machine/lease.js";
import { SharedRefresh, type SharedRun } from "../../src/opened/shared-refresh.js";
import type { RefreshOptions, RefreshResult } from "../../src/refresh/refresh-request.js";

const RUNS = process.env["SDL_LONG"] === undefined ? 400 : 20_000;
const HOLDER: LeaseHolder = { pid: 1, startedAt: "", host: "", boot: "", namespace: "", sinceMs: 0 };

type Step =
  | { readonly do: "call"; readonly mode: RefreshOptions["mode"] }
  | { readonly do: "attend" }
  | { readonly do: "cancel" | "losePatience"; readonly who: number }
  | { readonly do: "block" | "begin" | "report" | "finish" | "fail" };

const who = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant("call" as const), mode: fc.constantFrom("full", "incremental") }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constant("attend" as const) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom("cancel" as const, "losePatience" as const), who }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constantFrom("block", "begin", "report", "finish", "fail") }), weight: 6 },
) as fc.Arbitrary<Step>;

/** A refresh under the test's control. Its version is the number of the step at which it looked at the files. */
interface Work {
  readonly run: SharedRun;
  begunAt: number | undefined;
  mode: RefreshOptions["mode"] | undefined;
  end(error?: Error): void;
}

interface Caller {
  readonly calledAt: number;
  readonly mode: RefreshOptions["mode"] | "attend";
  readonly abort: AbortController;
  hasLeft: boolean;
  isImpatient: boolean;
  outcome: { readonly result?: RefreshResult | undefined; readonly error?: unknown } | undefined;
}

class Scene {
  private step = 0;
  private work: Work | undefined;
  private readonly callers: Caller[] = [];
  private readonly failure = new Error("the refresh failed");
  private readonly shared = new SharedRefresh((run) => this.perform(run));

  async play(steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      this.step++;
      this.take(one);
      await settled();
      expect(this.work === undefined || this.work.run.signal.aborted).toBe(this.waiting().length === 0);
    }
    for (let rest = 0; rest < 3; rest++) {
      this.step++;
      this.begin();
      this.work?.end();
      await settled();
    }
    await this.shared.idle();
    for (const caller of this.callers) this.check(caller);
  }

  private take(one: Step): void {
    const { work } = this;
    if (one.do === "call") this.call(one.mode);
    else if (one.do === "attend") this.call("attend");
    else if (one.do === "cancel") this.cancel(this.callers[one.who]);
    else if (one.do === "losePatience") this.losePatience(this.callers[one.who]);
    else if (one.do === "begin") this.begin();
    else if (work?.begunAt === undefined) work?.run.onBlocked(HOLDER);
    else if (one.do === "report")
      work.run.onProgress({ phase: "link", done: 0, total: 0, doneBytes: 0, totalBytes: 0 });
    else if (one.do === "finish") work.end();
    else if (one.do === "fail") work.end(this.failure);
  }

  private call(mode: Caller["mode"]): void {
    // A query without a refresh to wait for.
    if (mode === "attend" && (this.work === undefined || this.work.run.signal.aborted)) return;
    const abort = new AbortController();
    const caller: Caller = { calledAt: this.step, mode, abort, hasLeft: false, isImpatient: false, outcome: undefined };
    this.callers.push(caller);
    const onBlocked = () => {
      if (caller.isImpatient) throw new Error("busy");
    };
    const { signal } = abort;
    const promise =
      mode === "attend" ? this.shared.attend({ signal, onBlocked }) : this.shared.refresh({ mode, signal, onBlocked });
    promise.then(
      (result) => (caller.outcome = { result: result ?? undefined }),
      (error: unknown) => (caller.outcome = { error }),
    );
  }

  private cancel(caller: Caller | undefined): void {
    caller?.abort.abort(caller);
    if (caller !== undefined && caller.outcome === undefined) caller.hasLeft = true;
  }

  private losePatience(caller: Caller | undefined): void {
    if (caller === undefined || caller.outcome !== undefined) return;
    caller.isImpatient = true;
  }

  private begin(): void {
    const { work } = this;
    if (work === undefined || work.begunAt !== undefined || work.run.signal.aborted) return;
    work.begunAt = this.step;
    work.mode = work.run.begin().mode;
  }

  private waiting(): Caller[] {
    return this.callers.filter(({ outcome }) => outcome === undefined);
  }

  private perform(run: SharedRun): Promise<RefreshResult> {
    return new Promise((resolve, reject) => {
      const over = () => {
        if (this.work === work) this.work = undefined;
      };
      const work: Work = {
        run,
        begunAt: undefined,
        mode: undefined,
        end: (error) => {
          over();
          if (error !== undefined) reject(error);
          else resolve({ changedFiles: work.begunAt, reason: work.mode } as unknown as RefreshResult);
        },
      };
      run.signal.addEventListener("abort", () => {
        over();
        reject(run.signal.reason);
      });
      this.work = work;
    });
  }

  private check({ calledAt, mode, hasLeft, isImpatient, outcome, abort }: Caller): void {
    if (hasLeft) expect(outcome?.error).toBe(abort.signal.reason);
    if (hasLeft || outcome?.error === this.failure) return;
    if (outcome?.error !== undefined) {
      expect(outcome.error).toMatchObject({ message: "busy" });
      expect(isImpatient).toBe(true);
      return;
    }
    expect(outcome).toBeDefined();
    if (mode === "attend") return;
    const { changedFiles, reason } = (outcome?.result ?? {}) as unknown as { changedFiles: number; reason: string };
    expect(changedFiles).toBeGreaterThanOrEqual(calledAt);
    if (mode === "full") expect(reason).toBe("full");
  }
}

/** Waits until all consequences of settled promises have happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a caller that arrives after the only waiting caller of the next refresh left is served", async () => {
  const calls: readonly Step[] = [
    { do: "call", mode: "full" },
    { do: "begin" },
    { do: "call", mode: "incremental" },
    { do: "cancel", who: 1 },
    { do: "call", mode: "full" },
  ];
  await new Scene().play(calls);
});

test("each remaining caller gets a refresh that looked at the files after its call; the work ends when no caller is left", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) => new Scene().play(steps)),
    { numRuns: RUNS },
  );
});
