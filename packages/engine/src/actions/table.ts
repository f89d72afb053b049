/** The table of actions: everything a client can do, in the order in which it is listed. */
import type { Action } from "./action.js";
import { ActionCatalog } from "./catalog.js";
import { fileOutline } from "./file-outline.js";
import { graphPath } from "./graph-path.js";
import { indexRefresh } from "./index-refresh.js";
import { info } from "./info.js";
import { repoList } from "./repo-list.js";
import { repoRegister } from "./repo-register.js";
import { repoStatus } from "./repo-status.js";
import { repoUnregister } from "./repo-unregister.js";
import { sliceBuild } from "./slice-build.js";
import { symbolAt } from "./symbol-at.js";
import { symbolGetCard } from "./symbol-get-card.js";
import { symbolGetCards } from "./symbol-get-cards.js";
import { symbolReferences } from "./symbol-references.js";
import { symbolSearch } from "./symbol-search.js";
import { versionList } from "./version-list.js";
import { versionPrune } from "./version-prune.js";

/** The table, found by name; for actions that run or describe other actions. */
export const CATALOG: ActionCatalog = new ActionCatalog(() => ACTIONS);

export const ACTIONS: readonly Action[] = [
  sliceBuild,
  symbolSearch,
  symbolGetCard,
  symbolGetCards,
  symbolReferences,
  symbolAt,
  fileOutline,
  graphPath,
  indexRefresh,
  repoRegister,
  repoStatus,
  repoList,
  versionList,
  versionPrune,
  repoUnregister,
  info,
];
