/** Whether the language server runs. Pure. */

export type LinkState =
  | { readonly kind: "starting" | "running" }
  /** It runs when somebody starts it. */
  | { readonly kind: "stopped"; readonly reason: string }
  /** It ended by itself and is started again. */
  | { readonly kind: "waiting"; readonly reason: string; readonly delayMs: number };
