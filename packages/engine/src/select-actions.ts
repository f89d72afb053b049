/** Selects the actions that a server offers, from its user's options. Evaluated once, when the server starts; knows no transport. */
import { SdlError } from "@sdl/model";
import type { Action } from "./contract/action.js";
import type { ActionCatalog } from "./contract/catalog.js";
import { groupActions, groupNameOf } from "./contract/groups.js";
import { listSpellings } from "./contract/names.js";
import { PICTURE_TOOL, PICTURED_ACTIONS } from "./features/picture/pictured-actions.js";
import { ActionSelection } from "./selection/selection.js";

/** The user's options. */
export interface SelectionRequest {
  /** Whether to offer only actions that change no data except the index. */
  readonly readOnly?: boolean | undefined;
  /** Names of action groups; all groups if empty. */
  readonly toolsets?: readonly string[] | undefined;
  /** Names of actions to leave out, in any spelling. */
  readonly excluded?: readonly string[] | undefined;
}

/** @throws {SdlError} `invalid_params` for an unknown group or action, and if no action is left */
export function selectActions(catalog: ActionCatalog, request: SelectionRequest): ActionSelection {
  const { readOnly = false, toolsets = [], excluded = [] } = request;
  const groups = new Set(toolsets.map((name) => toolsetNamed(catalog, name)));
  const names = new Set(excluded.map((name) => findCanonicalName(catalog, name)));
  const refusals = new Map<string, string>();
  for (const action of catalog.all()) {
    const reason = findRefusal(action, { readOnly, groups, names });
    if (reason !== undefined) refusals.set(action.name, reason);
  }
  if (refusals.size === catalog.all().length)
    throw new SdlError("invalid_params", "no action is left to offer; exclude fewer actions, or name further toolsets");
  const noPictures = findPictureRefusal(refusals, names);
  if (noPictures !== undefined) refusals.set(PICTURE_TOOL, noPictures);
  return new ActionSelection(refusals, readOnly);
}

/** Accepts the name of the picture tool too, so that a user can exclude pages. @throws {SdlError} `invalid_params` */
function findCanonicalName(catalog: ActionCatalog, name: string): string {
  return listSpellings(PICTURE_TOOL).includes(name) ? PICTURE_TOOL : catalog.get(name).name;
}

/** Why pictures are not offered: pictures require an offered action whose answers have one. */
function findPictureRefusal(refusals: ReadonlyMap<string, string>, excluded: ReadonlySet<string>): string | undefined {
  if (excluded.has(PICTURE_TOOL)) return EXCLUDED;
  return PICTURED_ACTIONS.every((action) => refusals.has(action)) ? refusals.get(PICTURED_ACTIONS[0] ?? "") : undefined;
}

const EXCLUDED = "it was started without it (--exclude-tools)";

interface RequestedSelection {
  readonly readOnly: boolean;
  readonly groups: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function findRefusal(action: Action, { readOnly, groups, names }: RequestedSelection): string | undefined {
  if (names.has(action.name)) return EXCLUDED;
  const group = groupNameOf(action.name);
  if (groups.size > 0 && !groups.has(group)) {
    const others = [...groups].map(bareName).join(", ");
    return `it offers only the toolsets ${others} (--toolsets), and this action is in ${bareName(group)}`;
  }
  // Actions that run others are offered, because each action that they run is checked separately.
  if (readOnly && !action.annotations.readOnly && !action.runsOthers)
    return "it is read-only (--read-only), and this action writes; use a server that may write, or the sdl command";
  return undefined;
}

/** Accepts `query`, `sdl.query`, `sdl_query`. */
function toolsetNamed(catalog: ActionCatalog, name: string): string {
  const groups = groupActions(catalog.all()).map((group) => group.name);
  const found = groups.find(
    (group) =>
      bareName(group) ===
      name
        .trim()
        .toLowerCase()
        .replace(/^sdl[._]/, ""),
  );
  if (found !== undefined) return found;
  const known = groups.map(bareName).join(", ");
  throw new SdlError("invalid_params", `unknown toolset ${JSON.stringify(name)}; toolsets: ${known}`);
}

function bareName(name: string): string {
  return name.replace(/^sdl\./, "");
}
