/** `sdl augment` inside the whole program. A hook runs it without the program: see run-augment.ts. */
import { augment } from "@sdl/engine/augment";
import type { SessionEnvironment } from "../session.js";

/** Options of `sdl augment`. */
export interface AugmentOptions {
  readonly verbose?: boolean;
}

/** Reads a hook's event from standard input and writes the context that answers it, if any. */
export async function augmentCommand(
  { cwd, env, terminal }: SessionEnvironment,
  options: AugmentOptions,
): Promise<void> {
  const onSilence = (reason: string): void => terminal.err(`sdl augment: ${reason}\n`);
  const input = await terminal.readStdin();
  terminal.out(augment(input, { cwd, env, ...(options.verbose === true ? { onNothingAdded: onSilence } : {}) }));
}
