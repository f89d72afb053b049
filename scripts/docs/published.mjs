/** Whether npm has the packages: the one constant of packages/clients says so, and as long as that package is not there, it has not. */
import { existsSync, readFileSync } from "node:fs";

const CONSTANT = new URL("../../packages/clients/src/published.ts", import.meta.url);

export function isPublished() {
  return existsSync(CONSTANT) && /^export const PUBLISHED(?:: boolean)? = true;$/m.test(readFileSync(CONSTANT, "utf8"));
}
