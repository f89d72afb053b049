/** Progress display for calls that may index first. */
import type { ActionContext } from "@sdl/engine";
import { createProgressView } from "../render/progress.js";
import { contextOf, type Session } from "../session.js";

/** Runs a call and draws its progress on standard error until the call ends. */
export async function withProgress<T>(session: Session, call: (context: ActionContext) => Promise<T>): Promise<T> {
  const view = createProgressView(session.terminal, () => performance.now());
  try {
    return await call({ ...contextOf(session), onProgress: view.update });
  } finally {
    view.end();
  }
}
