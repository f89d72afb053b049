/** Filter for a project's own code, without tests and other files beside it. Knows paths only. */
import { pathClass } from "@sdl/model/paths";

/** Whether a path is product code, not a test, example, tool or generated file. */
export function isProductCode(path: string): boolean {
  return ["plain", "barrel"].includes(pathClass(path));
}
