/**
 * Reaching assignments of a local variable: which assignments may determine its value at a use. Knows rows and blocks,
 * not values.
 *
 * An earlier assignment in a block around the use hides all assignments before it. An assignment in another block may
 * or may not have run; one in the other branch of an `if` has not; one later in a loop around the use ran in the
 * previous iteration.
 */
import { NO_NODE } from "../../../parse/syntax-tree.js";
import { isAddition } from "../declare/wraps.js";
import type { PythonFile } from "../python-file.js";
import type { Assignment, Reaching } from "../scopes.js";

/** @param all the name's assignments, in source order @param use row of the use */
export function reachingAssignments(file: PythonFile, all: readonly Assignment[], use: number): Reaching {
  const found: Assignment[] = [];
  let hidden: Assignment | undefined;
  for (let i = all.length - 1; i >= 0 && hidden === undefined; i--) {
    const assignment = all[i] as Assignment;
    if (isAddition(assignment.wrap)) {
      found.push(assignment);
      continue;
    }
    if (assignment.from > use) continue;
    const block = file.blockOf(assignment.at);
    const isAround = use < endOf(file, block);
    if (!isAround && isOtherBranch(file, block, use)) continue;
    found.push(assignment);
    if (isAround) hidden = assignment;
  }
  for (const assignment of laterInLoop(file, all, { use, from: hidden?.at ?? 0 })) found.push(assignment);
  return { assignments: found.sort((a, b) => a.at - b.at), withInitial: hidden === undefined };
}

function endOf(file: PythonFile, block: number): number {
  return block === 0 ? file.tree.count : file.next(block);
}

/** Whether the block is another branch of an `if` that also holds the use; a loop in between makes it reachable. */
function isOtherBranch(file: PythonFile, block: number, use: number): boolean {
  const { k } = file;
  for (let at = block; at !== 0; at = file.parent(at)) {
    const kind = file.kind(at);
    if (kind === k.function_definition || kind === k.lambda) return false;
    if (kind === k.if_statement && use < file.next(at)) return loopAround(file, at) === NO_NODE;
  }
  return false;
}

/** Assignments that a loop around the use runs after the use, unless the loop hides them before the next iteration. */
function laterInLoop(
  file: PythonFile,
  all: readonly Assignment[],
  { use, from }: { readonly use: number; readonly from: number },
): Assignment[] {
  const loop = outermostLoop(file, use, from);
  if (loop === NO_NODE) return [];
  const isLater = ({ wrap, from: at }: Assignment): boolean => !isAddition(wrap) && at > use;
  return all.filter((assignment) => isLater(assignment) && assignment.at < file.next(loop));
}

/** The outermost loop around the use that starts after `from`. */
function outermostLoop(file: PythonFile, use: number, from: number): number {
  let outermost = NO_NODE;
  for (let loop = loopAround(file, use); loop > from; loop = loopAround(file, loop)) outermost = loop;
  return outermost;
}

/** The innermost loop statement around a row within the function, or none. */
function loopAround(file: PythonFile, row: number): number {
  const { k } = file;
  for (let at = file.parent(row); at !== 0; at = file.parent(at)) {
    const kind = file.kind(at);
    if (kind === k.for_statement || kind === k.while_statement) return at;
    if (kind === k.function_definition || kind === k.lambda) return NO_NODE;
  }
  return NO_NODE;
}
