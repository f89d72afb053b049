/**
 * Report of sessions: how much both policies read until the first changed line, and until all changed lines, were
 * shown.
 */
import type { Language } from "../gold/issues.js";
import { isTunedOn } from "../gold/tune.js";
import { median } from "../statistics/order.js";
import { MAX_TOKENS, type SessionResult } from "./session.js";

/** Sessions about one issue. */
export interface IssueSessions {
  readonly id: string;
  readonly repository: string;
  readonly language: Language;
  readonly grep: SessionResult;
  /** Absent if only the other policy was played. */
  readonly sdl?: SessionResult;
}

/** Writes the report as a Markdown table. */
export function renderSessions(sessions: readonly IssueSessions[]): string {
  const groups: [string, readonly IssueSessions[]][] = [
    ["all", sessions],
    ["tuned on", sessions.filter(({ id }) => isTunedOn(id))],
    ["not tuned on", sessions.filter(({ id }) => !isTunedOn(id))],
    ["Python", sessions.filter(({ language }) => language === "python")],
    ["JavaScript, TypeScript", sessions.filter(({ language }) => language === "javascript")],
  ];
  const head = ["issues", "policy", "number", "first shown", "all shown", "tokens to first", "to all", "calls to all"];
  const rows = groups.flatMap(([name, some]) => [
    policyRow(
      `${name} | grep and read`,
      some.map(({ grep }) => grep),
    ),
    policyRow(
      `${name} | SDL`,
      some.flatMap(({ sdl }) => sdl ?? []),
    ),
  ]);
  return [head.join(" | "), head.map(() => "---").join(" | "), ...rows.flat()].map((row) => `| ${row} |\n`).join("");
}

/** Medians; a session that did not reach the lines counts as {@link MAX_TOKENS} and with all its calls. */
function policyRow(title: string, played: readonly SessionResult[]): string[] {
  if (played.length === 0) return [];
  const share = (part: "first" | "all") => `${played.filter((one) => one[part] !== undefined).length}`;
  const tokens = (part: "first" | "all") => median(played.map((one) => one[part]?.tokens ?? MAX_TOKENS));
  const calls = median(played.map(({ all, calls }) => all?.calls ?? calls));
  return [[title, played.length, share("first"), share("all"), tokens("first"), tokens("all"), calls].join(" | ")];
}
