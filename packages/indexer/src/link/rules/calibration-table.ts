/**
 * How often each rule's call edges are right, by language and by the rule's own confidence, in hundredths. Written by
 * `pnpm bench:edges --fit`, from projects that its report does not judge by; see bench/README.md.
 */
export const CALIBRATION = {
  typescript: {},
  python: {},
} as const;
