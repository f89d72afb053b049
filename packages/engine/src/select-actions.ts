/** From what a server's user asks for to the actions that it offers. Read once, when the server starts; knows no transport. */
import { SdlError } from "@sdl/model";
import type { Action } from "./contract/action.js";
import type { ActionCatalog } from "./contract/catalog.js";
import { groupActions, groupNameOf } from "./contract/groups.js";
import { spellings } from "./contract/names.js";
import { PICTURE_TOOL, PICTURED_ACTIONS } from "./features/picture/pictured-actions.js";
import { ActionSelection } from "./selection/selection.js";

export interface SelectionRequest {
  /** Only actions that change nothing but the index. */
  readonly readOnly?: boolean | undefined;
  /** Names of groups; all where none is named. */
  readonly toolsets?: readonly string[] | undefined;
  /** Actions in any spelling. */
  readonly excluded?: readonly string[] | undefined;
}

/** @throws {SdlError} `invalid_params` for a group or an action that there is not, and where nothing is left */
export function selectActions(catalog: ActionCatalog, request: SelectionRequest): ActionSelection {
  const { readOnly = false, toolsets = [], excluded = [] } = request;
  const groups = new Set(toolsets.map((name) => toolsetNamed(catalog, name)));
  const names = new Set(excluded.map((name) => canonicalName(catalog, name)));
  const refusals = new Map<string, string>();
  for (const action of catalog.all()) {
    const reason = refusalOf(action, { readOnly, groups, names });
    if (reason !== undefined) refusals.set(action.name, reason);
  }
  if (refusals.size === catalog.all().length)
    throw new SdlError("invalid_params", "no action is left to offer; exclude fewer, or name further toolsets");
  const noPictures = refusalOfPictures(refusals, names);
  if (noPictures !== undefined) refusals.set(PICTURE_TOOL, noPictures);
  return new ActionSelection(refusals, readOnly);
}

/** Also of the tool that pages ask: whoever wants no pages excludes it. @throws {SdlError} `invalid_params` */
function canonicalName(catalog: ActionCatalog, name: string): string {
  return spellings(PICTURE_TOOL).includes(name) ? PICTURE_TOOL : catalog.get(name).name;
}

/** There are pictures where there are answers that have one. */
function refusalOfPictures(refusals: ReadonlyMap<string, string>, excluded: ReadonlySet<string>): string | undefined {
  if (excluded.has(PICTURE_TOOL)) return EXCLUDED;
  return PICTURED_ACTIONS.every((action) => refusals.has(action)) ? refusals.get(PICTURED_ACTIONS[0] ?? "") : undefined;
}

const EXCLUDED = "it was started without it (--exclude-tools)";

interface Wanted {
  readonly readOnly: boolean;
  readonly groups: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function refusalOf(action: Action, { readOnly, groups, names }: Wanted): string | undefined {
  if (names.has(action.name)) return EXCLUDED;
  const group = groupNameOf(action.name);
  if (groups.size > 0 && !groups.has(group)) {
    const others = [...groups].map(bareName).join(", ");
    return `it offers the toolsets ${others} alone (--toolsets), and this one is of ${bareName(group)}`;
  }
  // What runs others is as harmless as they are, and they are asked for one by one.
  if (readOnly && !action.annotations.readOnly && !action.runsOthers)
    return "it only reads (--read-only), and this one writes; use a server that may write, or the sdl command";
  return undefined;
}

/** `query`, `sdl.query`, `sdl_query`. */
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
  throw new SdlError("invalid_params", `no toolset is called ${JSON.stringify(name)}; there are ${known}`);
}

function bareName(name: string): string {
  return name.replace(/^sdl\./, "");
}
