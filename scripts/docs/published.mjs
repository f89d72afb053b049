/** Whether npm has the packages, by the constant in packages/clients; false if that package does not exist. */
import { existsSync, readFileSync } from "node:fs";

const CONSTANT = new URL("../../packages/clients/src/published.ts", import.meta.url);

export function isPublished() {
  return existsSync(CONSTANT) && /^export const PUBLISHED(?:: boolean)? = true;$/m.test(readFileSync(CONSTANT, "utf8"));
}
