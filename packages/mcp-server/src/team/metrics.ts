/**
 * Counters of a server in Prometheus' text format. Written here because the format is a dozen lines, and a library for it
 * would be installed by everybody. No label names a repository or a token's owner: whoever may read the page learns only
 * how much is asked.
 * Source of the format: https://prometheus.io/docs/instrumenting/exposition_formats/
 */
import type { AnsweredCall } from "../surface.js";

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** A number with its meaning. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: "gauge" | "counter";
  readonly value: number;
}

/** Counts answers by action and status, their times, and refused requests. */
export class Metrics {
  private readonly calls = new Map<string, number>();
  private readonly buckets = BUCKETS.map(() => 0);
  private count = 0;
  private seconds = 0;
  private refused = 0;

  noteCall({ action, status, durationMs }: AnsweredCall): void {
    const labels = `action="${action}",status="${status}"`;
    this.calls.set(labels, (this.calls.get(labels) ?? 0) + 1);
    const seconds = durationMs / 1000;
    this.count++;
    this.seconds += seconds;
    BUCKETS.forEach((bound, i) => {
      if (seconds <= bound) this.buckets[i] = (this.buckets[i] ?? 0) + 1;
    });
  }

  noteRefusal(): void {
    this.refused++;
  }

  /** The page. @param gauges further numbers, in their order */
  text(gauges: readonly Gauge[]): string {
    const calls = [...this.calls].sort(([a], [b]) => (a < b ? -1 : 1));
    const buckets = BUCKETS.map((bound, i) => `sdl_request_seconds_bucket{le="${bound}"} ${this.buckets[i]}`);
    const lines = [
      ...head("sdl_requests_total", "counter", "Calls of actions by action and status"),
      ...calls.map(([labels, count]) => `sdl_requests_total{${labels}} ${count}`),
      ...head("sdl_request_seconds", "histogram", "Time of calls of actions"),
      ...buckets,
      `sdl_request_seconds_bucket{le="+Inf"} ${this.count}`,
      `sdl_request_seconds_sum ${this.seconds}`,
      `sdl_request_seconds_count ${this.count}`,
      ...head("sdl_refused_requests_total", "counter", "Requests without a valid token"),
      `sdl_refused_requests_total ${this.refused}`,
      ...gauges.flatMap(({ name, type, help, value }) => [...head(name, type, help), `${name} ${value}`]),
    ];
    return `${lines.join("\n")}\n`;
  }
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
