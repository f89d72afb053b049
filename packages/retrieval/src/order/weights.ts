/**
 * How much each number of the evidence counts, in the order of `EVIDENCE`: what makes the touched symbols and files of real commits likeliest
 * under a softmax over the hits. Made by `node bench/dist/fit-order.js`, see bench/src/replay/README.md; not changed by hand.
 */
export const EVIDENCE_WEIGHTS = {
  logScore: 1.12,
  words: 5.07,
  logWords: -0.318,
  plainWords: -8.14,
  covered: 2.85,
  title: 2.44,
  path: 5.67,
  name: 0.925,
  fileName: 0.599,
  uses: 0.13,
  mentioned: 2.17,
  near: 2.69,
  past: 13.1,
  alike: 0.173,
  filePast: 5.84,
  fileRecent: 1.06,
} as const;
