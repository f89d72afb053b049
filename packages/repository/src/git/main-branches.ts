/** Names of default branches, likeliest first. */
export const MAIN_BRANCHES: readonly string[] = ["main", "master"];
