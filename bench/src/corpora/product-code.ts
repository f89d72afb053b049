/** Which files hold a project's own code: no tests, and nothing else that lies beside it. Knows paths only. */
import { pathClass } from "@sdl/model/paths";

export function isProductCode(path: string): boolean {
  return ["plain", "barrel"].includes(pathClass(path));
}
