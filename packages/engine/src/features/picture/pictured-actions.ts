/** Which answers have a picture. Names alone: what a server offers is decided before anything is opened. */

/** Canonical name of the tool that pages ask for pictures. It is no action: no model, chain or command calls it. */
export const PICTURE_TOOL = "sdl.graph.picture";

const SUBJECTS: Readonly<Record<string, "slice" | "delta">> = {
  "sdl.slice.build": "slice",
  "sdl.slice.refresh": "slice",
  "sdl.delta.get": "delta",
  "sdl.pr.risk.analyze": "delta",
};

/** Canonical names. */
export const PICTURED_ACTIONS: readonly string[] = Object.keys(SUBJECTS);

/** @param action canonical name @returns `undefined` for an action whose answers have no picture */
export function subjectOfAnswer(action: string): "slice" | "delta" | undefined {
  return Object.hasOwn(SUBJECTS, action) ? SUBJECTS[action] : undefined;
}
