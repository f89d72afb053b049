/** The repositories of the test link bench, chosen by language and by how their tests import what they test, before anything was measured. */

export interface TestLinkRepository {
  /** Owner and name at GitHub. */
  readonly name: string;
  readonly commit: string;
  /** Whether constants were tuned on the repository; the others are only used for judging. */
  readonly isTuned: boolean;
}

/** The repositories and commits that links are judged on; rules were chosen only by the tuned ones. */
export const REPOSITORIES: readonly TestLinkRepository[] = [
  { name: "celery/celery", commit: "5dc781f0bd5f36186bfcc74e0a4f9f654452c69b", isTuned: true },
  { name: "networkx/networkx", commit: "cfc6b79fc53f583aa15a79b2187ae30bd4f480ed", isTuned: true },
  { name: "pallets/click", commit: "2c8cd3ac958a7eb316d67f2d316c27086c4c0369", isTuned: true },
  { name: "vitejs/vite", commit: "a98c8d95d552c6fa98ab66fb810f5b39ad5abf49", isTuned: true },
  { name: "vuejs/core", commit: "e2bede96134f757aad5c5b33ac9be055022dbfc8", isTuned: true },
  { name: "date-fns/date-fns", commit: "dd66398305c2b015fba3c1b3d31ccff42ee8d4cf", isTuned: false },
  { name: "pydata/xarray", commit: "b1c1dc549b62bdfc8de0bdded24f56464cf0db1a", isTuned: false },
  { name: "python-poetry/poetry", commit: "f46702336862f30050d5c641d5ed6f7568ded793", isTuned: false },
  { name: "scrapy/scrapy", commit: "11079cb1c85b9e75a39a7269943c69d1a975d485", isTuned: false },
  { name: "typescript-eslint/typescript-eslint", commit: "56c9ed90d0aee0b5a71cfc39fc76b715b82e3ea8", isTuned: false },
];
