/** The action table: all actions, in the order in which they are listed. */
import type { Action } from "./contract/action.js";
import { ActionCatalog } from "./contract/catalog.js";
import { symbolGetCard } from "./features/card/symbol-get-card.action.js";
import { symbolGetCards } from "./features/card/symbol-get-cards.action.js";
import { defineChain } from "./features/chain/chain.action.js";
import { codeGetHotPath } from "./features/code/code-get-hot-path.action.js";
import { codeGetSkeleton } from "./features/code/code-get-skeleton.action.js";
import { codeNeedWindow } from "./features/code/code-need-window.action.js";
import { deltaGet } from "./features/delta/delta-get.action.js";
import { bufferCheckpoint } from "./features/drafts/buffer-checkpoint.action.js";
import { bufferPush } from "./features/drafts/buffer-push.action.js";
import { bufferStatusAction } from "./features/drafts/buffer-status.action.js";
import { agentFeedback } from "./features/feedback/agent-feedback.action.js";
import { agentFeedbackQuery } from "./features/feedback/agent-feedback-query.action.js";
import { fileRead } from "./features/file/file-read.action.js";
import { info } from "./features/info/info.action.js";
import { logicSlice } from "./features/logic-slice/logic-slice.action.js";
import { defineActionSearch } from "./features/manual/action-search.action.js";
import { defineManual } from "./features/manual/manual.action.js";
import { memoryQuery } from "./features/memory/memory-query.action.js";
import { memoryRemove } from "./features/memory/memory-remove.action.js";
import { memoryStore } from "./features/memory/memory-store.action.js";
import { memorySurface } from "./features/memory/memory-surface.action.js";
import { defineOrchestrate } from "./features/orchestrate/agent-orchestrate.action.js";
import { fileOutline } from "./features/outline/file-outline.action.js";
import { symbolAt } from "./features/outline/symbol-at.action.js";
import { repoOverview } from "./features/overview/repo-overview.action.js";
import { graphPath } from "./features/path/graph-path.action.js";
import { policyGet } from "./features/policy/policy-get.action.js";
import { policySet } from "./features/policy/policy-set.action.js";
import { indexExport } from "./features/portable/index-export.action.js";
import { indexImport } from "./features/portable/index-import.action.js";
import { symbolReferences } from "./features/references/symbol-references.action.js";
import { indexRefresh } from "./features/refresh/index-refresh.action.js";
import { repoList } from "./features/registration/repo-list.action.js";
import { repoRegister } from "./features/registration/repo-register.action.js";
import { repoUnregister } from "./features/registration/repo-unregister.action.js";
import { prRiskAnalyze } from "./features/risk/pr-risk-analyze.action.js";
import { symbolSearch } from "./features/search/symbol-search.action.js";
import { sliceBuild } from "./features/slice/slice-build.action.js";
import { sliceRefresh } from "./features/slice/slice-refresh.action.js";
import { sliceSpilloverGet } from "./features/spillover/slice-spillover-get.action.js";
import { repoStatus } from "./features/status/repo-status.action.js";
import { contextSummary } from "./features/summary/context-summary.action.js";
import { contextForTask } from "./features/task-context/context-for-task.action.js";
import { usageStats } from "./features/usage/usage-stats.action.js";
import { versionList } from "./features/versions/version-list.action.js";
import { versionPrune } from "./features/versions/version-prune.action.js";

/** The catalog of the table; for actions that run or describe other actions. */
export const CATALOG: ActionCatalog = new ActionCatalog(() => ACTIONS);

/** Every action of the product; the single source for tools, commands and documentation. */
export const ACTIONS: readonly Action[] = [
  sliceBuild,
  symbolSearch,
  symbolGetCard,
  symbolGetCards,
  symbolReferences,
  symbolAt,
  fileOutline,
  fileRead,
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
  versionList,
  versionPrune,
  bufferPush,
  bufferCheckpoint,
  bufferStatusAction,
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
