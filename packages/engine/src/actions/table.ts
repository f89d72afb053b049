/** The table of actions: everything a client can do, in the order in which it is listed. */
import type { Action } from "./action.js";
import { defineActionSearch } from "./action-search.js";
import { agentFeedback } from "./agent-feedback.js";
import { agentFeedbackQuery } from "./agent-feedback-query.js";
import { defineOrchestrate } from "./agent-orchestrate.js";
import { ActionCatalog } from "./catalog.js";
import { defineChain } from "./chain.js";
import { codeGetHotPath } from "./code-get-hot-path.js";
import { codeGetSkeleton } from "./code-get-skeleton.js";
import { codeNeedWindow } from "./code-need-window.js";
import { contextForTask } from "./context-for-task.js";
import { contextSummary } from "./context-summary.js";
import { deltaGet } from "./delta-get.js";
import { fileOutline } from "./file-outline.js";
import { graphPath } from "./graph-path.js";
import { indexExport } from "./index-export.js";
import { indexImport } from "./index-import.js";
import { indexRefresh } from "./index-refresh.js";
import { info } from "./info.js";
import { logicSlice } from "./logic-slice.js";
import { defineManual } from "./manual.js";
import { memoryQuery } from "./memory-query.js";
import { memoryRemove } from "./memory-remove.js";
import { memoryStore } from "./memory-store.js";
import { memorySurface } from "./memory-surface.js";
import { policyGet } from "./policy-get.js";
import { policySet } from "./policy-set.js";
import { prRiskAnalyze } from "./pr-risk-analyze.js";
import { repoList } from "./repo-list.js";
import { repoOverview } from "./repo-overview.js";
import { repoRegister } from "./repo-register.js";
import { repoStatus } from "./repo-status.js";
import { repoUnregister } from "./repo-unregister.js";
import { sliceBuild } from "./slice-build.js";
import { sliceRefresh } from "./slice-refresh.js";
import { sliceSpilloverGet } from "./slice-spillover-get.js";
import { symbolAt } from "./symbol-at.js";
import { symbolGetCard } from "./symbol-get-card.js";
import { symbolGetCards } from "./symbol-get-cards.js";
import { symbolReferences } from "./symbol-references.js";
import { symbolSearch } from "./symbol-search.js";
import { usageStats } from "./usage-stats.js";

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
  memoryStore,
  memoryQuery,
  memorySurface,
  memoryRemove,
  agentFeedback,
  agentFeedbackQuery,
  sliceRefresh,
  sliceSpilloverGet,
  codeGetSkeleton,
  codeGetHotPath,
  codeNeedWindow,
  logicSlice,
  deltaGet,
  prRiskAnalyze,
  contextForTask,
  contextSummary,
  indexRefresh,
  indexExport,
  indexImport,
  repoRegister,
  repoStatus,
  repoOverview,
  repoList,
  repoUnregister,
  policyGet,
  policySet,
  defineOrchestrate(CATALOG),
  usageStats,
  defineActionSearch(CATALOG),
  defineManual(CATALOG),
  defineChain(CATALOG),
  info,
];
