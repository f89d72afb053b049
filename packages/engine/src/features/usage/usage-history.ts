/** Usage of a repository's past sessions, in the session store beside its ledger: one record per session, replaced as the session continues. */
import type { RecordCodec, SessionStore } from "@sdl/graph";
import type { SliceSessions } from "@sdl/repository/session";
import { z } from "zod";
import type { ToolUsage, UsageByTool } from "../../usage/usage-meter.js";

/** Usage of one session. */
export interface SessionUsage {
  readonly startedMs: number;
  readonly updatedMs: number;
  readonly tools: UsageByTool;
}

/** Maximum number of sessions kept; the oldest are removed. */
const MAX_SESSIONS = 500;

const count = z.int().min(0);
const stored = z.object({
  startedMs: z.number(),
  updatedMs: z.number(),
  tools: z.array(z.tuple([z.string(), count, count, count])),
});

/** @throws {Error} for invalid bytes; the store is then created anew */
const codec: RecordCodec<SessionUsage> = {
  encode: ({ startedMs, updatedMs, tools }) => {
    const rows = [...tools].map(([tool, one]) => [tool, one.calls, one.tokensReturned, one.tokensOfFiles]);
    return Buffer.from(JSON.stringify({ startedMs, updatedMs, tools: rows }));
  },
  decode: (payload) => {
    const { tools, ...times } = stored.parse(JSON.parse(Buffer.from(payload).toString()));
    const usage = tools.map(([tool, calls, tokensReturned, tokensOfFiles]): [string, ToolUsage] => [
      tool,
      { calls, tokensReturned, tokensOfFiles },
    ]);
    return { ...times, tools: new Map(usage) };
  },
};

/** @param sessionName distinguishes sessions that began at the same time @returns whether the record was written */
export function writeUsage(sessions: SliceSessions, sessionName: string, usage: SessionUsage): boolean {
  const written = sessions.withStore("make", (store) => {
    store.write(() => {
      const table = usageTable(store);
      table.put(`${String(usage.startedMs).padStart(15, "0")}-${sessionName}`, usage);
      const keys = table.keys();
      for (const key of keys.slice(0, Math.max(0, keys.length - MAX_SESSIONS))) table.remove(key);
    });
    return true;
  });
  return written === true;
}

/** Latest session first. */
export function readUsage(sessions: SliceSessions): readonly (SessionUsage & { readonly key: string })[] {
  const found = sessions.withStore("existing", (store) => {
    const table = usageTable(store);
    return table.keys().flatMap((key) => {
      const usage = table.get(key);
      return usage === undefined ? [] : [{ key, ...usage }];
    });
  });
  return (found ?? []).reverse();
}

function usageTable(store: SessionStore) {
  return store.table("usage", codec);
}
