/** `sdl augment` inside the whole program. As a hook it runs without that, see run-augment.ts. */
import { augment } from "@sdl/engine/augment";
import type { SessionEnvironment } from "../session.js";

export interface AugmentOptions {
  readonly verbose?: boolean;
}

export async function augmentCommand(
  { cwd, env, terminal }: SessionEnvironment,
  options: AugmentOptions,
): Promise<void> {
  const onSilence = (reason: string): void => terminal.err(`sdl augment: ${reason}\n`);
  const input = await terminal.readStdin();
  terminal.out(augment(input, { cwd, env, ...(options.verbose === true ? { onNothingAdded: onSilence } : {}) }));
}
