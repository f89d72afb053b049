/** Functions with most self time, by V8's sampling profiler. */
import { Session } from "node:inspector/promises";

/** Self time of one function. */
export interface FunctionTime {
  readonly place: string;
  readonly selfMs: number;
}

const SAMPLING_MICROSECONDS = 500;

/** Samples this thread while `work` runs. @returns the functions with most self time, most first */
export async function profileFunctions(count: number, work: () => unknown): Promise<FunctionTime[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLING_MICROSECONDS });
  await session.post("Profiler.start");
  await work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const self = new Map<number, number>();
  profile.samples?.forEach((node, i) => {
    self.set(node, (self.get(node) ?? 0) + (profile.timeDeltas?.[i] ?? 0));
  });
  const places = new Map<string, number>();
  for (const { id, callFrame } of profile.nodes) {
    const file = callFrame.url.split("/").slice(-2).join("/");
    const place = `${callFrame.functionName || "(anonymous)"} ${file}${file === "" ? "" : `:${callFrame.lineNumber + 1}`}`;
    places.set(place, (places.get(place) ?? 0) + (self.get(id) ?? 0) / 1000);
  }
  return [...places]
    .map(([place, selfMs]) => ({ place, selfMs }))
    .sort((a, b) => b.selfMs - a.selfMs)
    .slice(0, count);
}
