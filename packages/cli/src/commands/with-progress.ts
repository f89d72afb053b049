/** Calls that may index first, with their progress shown. */
import type { ActionContext } from "@sdl/engine";
import { createProgressView } from "../render/progress.js";
import { contextOf, type Session } from "../session.js";

export async function withProgress<T>(session: Session, call: (context: ActionContext) => Promise<T>): Promise<T> {
  const view = createProgressView(session.terminal, () => performance.now());
  try {
    return await call({ ...contextOf(session), onProgress: view.update });
  } finally {
    view.end();
  }
}
