/** State of the language server. Pure. */

export type LinkState =
  | { readonly kind: "starting" | "running" }
  /** Stopped until the user starts it. */
  | { readonly kind: "stopped"; readonly reason: string }
  /** It ended by itself and will be started again. */
  | { readonly kind: "waiting"; readonly reason: string; readonly delayMs: number };
