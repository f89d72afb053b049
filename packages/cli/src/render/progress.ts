/** Progress of a refresh: one line that is redrawn on a terminal, a plain line from time to time in a log. */
import type { RefreshPhase, RefreshProgress } from "@sdl/engine";
import type { Terminal } from "../terminal.js";

/** The phases of a refresh, and embedding, which follows it. */
type ShownPhase = RefreshPhase | "embed";

/** Progress of a refresh or of embedding. */
export type ShownProgress = Omit<RefreshProgress, "phase"> & { readonly phase: ShownPhase };

/** Shows progress until it ends. */
export interface ProgressView {
  update(progress: ShownProgress): void;
  /** Clears the drawn line. */
  end(): void;
}

const DRAW_INTERVAL_MS = 80;
const LINE_INTERVAL_MS = 3_000;
const LONG_STEP_MS = 1_000;
/** Phases with few updates: every update is shown. */
const STEPS: ReadonlySet<ShownPhase> = new Set(["wait", "work"]);
/** Milliseconds before a rate is shown: earlier rates mean little. */
const WARM_UP_MS = 500;

const VERBS: Readonly<Record<ShownPhase, string>> = {
  wait: "waiting",
  discover: "finding files",
  extract: "reading symbols",
  link: "linking",
  publish: "publishing",
  work: "working",
  embed: "embedding",
};

/** Draws on a terminal, or logs to other outputs. @param nowMs a monotonic clock */
export function createProgressView(terminal: Terminal, nowMs: () => number): ProgressView {
  return terminal.isInteractive ? drawnProgress(terminal, nowMs) : loggedProgress(terminal, nowMs);
}

function drawnProgress(terminal: Terminal, nowMs: () => number): ProgressView {
  const meter = createMeter(nowMs);
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    update: (progress) => {
      const text = meter(progress);
      if (!STEPS.has(progress.phase) && nowMs() - drawnAtMs < DRAW_INTERVAL_MS) return;
      drawnAtMs = nowMs();
      isDrawn = true;
      terminal.err(`\r\u001b[2K${text.slice(0, Math.max(20, terminal.columns - 1))}`);
    },
    end: () => {
      if (isDrawn) terminal.err("\r\u001b[2K");
    },
  };
}

function loggedProgress(terminal: Terminal, nowMs: () => number): ProgressView {
  const meter = createMeter(nowMs);
  let loggedAtMs = nowMs();
  let step: NodeJS.Timeout | undefined;
  const log = (text: string) => {
    loggedAtMs = nowMs();
    terminal.err(`${text}\n`);
  };
  return {
    update: (progress) => {
      const text = meter(progress);
      clearTimeout(step);
      // Steps that end soon are not logged.
      if (progress.phase === "work") step = setTimeout(log, LONG_STEP_MS, text);
      else if (progress.phase === "wait" || nowMs() - loggedAtMs >= LINE_INTERVAL_MS) log(text);
    },
    end: () => clearTimeout(step),
  };
}

/** Formats each update, with the rate and remaining time of its phase. */
function createMeter(nowMs: () => number): (progress: ShownProgress) => string {
  let phase: ShownPhase | undefined;
  let startedMs = 0;
  let startBytes = 0;
  return (progress) => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      startedMs = nowMs();
      startBytes = progress.doneBytes;
    }
    return formatProgress(progress, nowMs() - startedMs, startBytes);
  };
}

/** One line: phase, counts, rate, time left. @param startBytes bytes that were done when the phase started */
export function formatProgress(progress: ShownProgress, elapsedMs: number, startBytes: number): string {
  if (progress.message !== undefined) return progress.message;
  const counts = progress.total > 0 ? ` ${progress.done}/${progress.total}` : "";
  const text = `${VERBS[progress.phase]}${counts}`;
  const bytesDone = progress.doneBytes - startBytes;
  if (progress.phase !== "extract" || elapsedMs < WARM_UP_MS || bytesDone <= 0) return text;
  const bytesPerMs = bytesDone / elapsedMs;
  const leftMs = (progress.totalBytes - progress.doneBytes) / bytesPerMs;
  return `${text}  ${(bytesPerMs / 1000).toFixed(1)} MB/s  ${formatDuration(leftMs)} left`;
}

/** Formats a duration: `340 ms`, `4.2 s`, `3 min 20 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${Math.max(0, Math.round(durationMs))} ms`;
  if (durationMs < 59_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
