/** Names of the actions whose answers have a picture. Names only, because a server decides what it offers before it opens anything. */

/** Canonical name of the tool that pages call for pictures. Not an action: models, chains and commands cannot call it. */
export const PICTURE_TOOL = "sdl.graph.picture";

const SUBJECTS: Readonly<Record<string, "slice" | "delta">> = {
  "sdl.slice.build": "slice",
  "sdl.slice.refresh": "slice",
  "sdl.delta.get": "delta",
  "sdl.pr.risk.analyze": "delta",
};

/** Canonical names. */
export const PICTURED_ACTIONS: readonly string[] = Object.keys(SUBJECTS);

/** @param action canonical name @returns `undefined` if answers of the action have no picture */
export function subjectOfAnswer(action: string): "slice" | "delta" | undefined {
  return Object.hasOwn(SUBJECTS, action) ? SUBJECTS[action] : undefined;
}
