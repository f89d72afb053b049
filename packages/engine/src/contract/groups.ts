/** Groups of actions, for clients that list few tools; assigned by the second part of an action's name. */
import type { Action } from "./action.js";

/** Actions that one tool offers together. */
export interface ActionGroup {
  /** Dotted like an action's name, but not an action's name itself. */
  readonly name: string;
  readonly title: string;
  readonly actions: readonly Action[];
}

const TITLES = {
  query: "Find and understand code",
  source: "Read source text",
  change: "Compare versions and judge changes",
  repo: "Repositories and their indexes",
  agent: "Plans, memory and several steps at once",
} as const;
type GroupName = keyof typeof TITLES;

const GROUP_OF: Readonly<Record<string, GroupName>> = {
  slice: "query",
  symbol: "query",
  file: "query",
  graph: "query",
  context: "query",
  code: "source",
  logic: "source",
  delta: "change",
  pr: "change",
  repo: "repo",
  index: "repo",
  policy: "repo",
  buffer: "repo",
  info: "repo",
};

/** Assigns every action to one group, in a fixed order; areas without a group belong to `agent`. */
export function groupActions(actions: readonly Action[]): readonly ActionGroup[] {
  const names = Object.keys(TITLES) as GroupName[];
  const groups = names.map((name) => ({
    name: `sdl.${name}`,
    title: TITLES[name],
    actions: actions.filter((action) => groupOfAction(action.name) === name),
  }));
  return groups.filter((group) => group.actions.length > 0);
}

/** @param action canonical name */
export function groupNameOf(action: string): string {
  return `sdl.${groupOfAction(action)}`;
}

function groupOfAction(action: string): GroupName {
  const area = action.split(".")[1] ?? "";
  return (Object.hasOwn(GROUP_OF, area) ? GROUP_OF[area] : undefined) ?? "agent";
}
