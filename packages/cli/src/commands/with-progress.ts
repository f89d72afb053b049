/** Progress display for calls that may index first. */
import type { ActionContext } from "@sdl/engine";
import { createProgressView } from "../render/progress.js";
import { actionContext, type Session } from "../session.js";

/** @param call its second parameter writes a first part of the result, while the rest is computed */
export async function withProgress<T>(
  session: Session,
  call: (context: ActionContext, writeFirst: (text: string) => void) => Promise<T>,
): Promise<T> {
  const view = createProgressView(session.terminal, () => performance.now());
  const writeFirst = (text: string): void => {
    view.end();
    session.terminal.out(text);
  };
  try {
    return await call({ ...actionContext(session), onProgress: view.update }, writeFirst);
  } finally {
    view.end();
  }
}
