/**
 * Calibration data: how often each rule's call edges are right, by language and by the rule's own confidence, in
 * hundredths. Written by `pnpm bench:edges --fit` from projects that its report does not use; see bench/README.md.
 */
export const CALIBRATION = {
  typescript: {
    annotation: [[92, 99]],
    constructor: [[90, 98]],
    import: [[97, 99]],
    "inherited-member": [[90, 99]],
    interface: [[85, 89]],
    lexical: [[98, 99]],
    "module-path": [[83, 98]],
    "namespace-member": [[95, 99]],
    "re-export": [[95, 98]],
    "return-type": [[83, 96]],
    "static-member": [[95, 98]],
    super: [[90, 98]],
    "this-member": [[95, 99]],
  },
  python: {
    annotation: [[92, 96]],
    constructor: [[90, 99]],
    import: [[97, 99]],
    "inherited-member": [[90, 98]],
    interface: [[85, 89]],
    lexical: [[98, 99]],
    "module-path": [[95, 98]],
    "namespace-member": [[95, 99]],
    "re-export": [[95, 98]],
    "return-type": [[79, 88]],
    "static-member": [[95, 99]],
    super: [[90, 98]],
    "this-member": [[95, 99]],
  },
} as const;
