/** What variables are to the other rules. */
import { KIND_CODE } from "@sdl/model";
import { type Target, TargetKind } from "../values/target.js";
import type { Evaluation } from "./evaluation.js";

/** Whether the target is the symbol of a variable. */
export function isVariable(ev: Evaluation, target: Target): boolean {
  return target.kind === TargetKind.Declaration && ev.context(target.file).kind(target.symbol) === KIND_CODE.variable;
}
