/** Changes of policies, each recorded before it is made: where it cannot be recorded, the policy stays. */

import { existsSync } from "node:fs";
import { messageOf } from "@sdl/model";
import type { Decision } from "../../audit/audit-record.js";
import { auditOf } from "../../audit/repository-audit.js";
import { refusedUnrecorded } from "../../audit/write-failure.js";
import type { Engine } from "../../contract/engine.js";
import { type Policy, type PolicyPatch, policyOf } from "../../registry/policy.js";
import type { RegistryEntry } from "../../registry/registry-file.js";

/** @throws {SdlError} `repo_not_found`, `busy`; `policy_denied` and `busy` where the change cannot be recorded */
export async function changePolicy(engine: Engine, repoId: string | undefined, patch: PolicyPatch): Promise<Policy> {
  const before = engine.resolve(repoId);
  await record(engine, before, { event: "policy", repoId: before.repoId, patch });
  try {
    return policyOf((await engine.registry.setPolicy(before.repoId, patch)).policy);
  } catch (error) {
    const why = messageOf(error);
    await auditOf(engine, before).record(engine.now(), { event: "policy", repoId: before.repoId, patch, failed: why });
    throw error;
  }
}

/**
 * Before a repository is forgotten: its policy goes with it, and registered again it has the defaults.
 * @throws {SdlError} as {@link changePolicy}
 */
export async function recordForgottenPolicy(engine: Engine, repoId: string): Promise<void> {
  const entry = engine.registry.get(repoId);
  // Of a repository whose folder is gone, nothing is left to protect and nothing to write to.
  if (entry.policy === undefined || !existsSync(entry.rootPath)) return;
  await record(engine, entry, { event: "policy", repoId, forgotten: entry.policy });
}

async function record(engine: Engine, entry: RegistryEntry, decision: Decision): Promise<void> {
  const outcome = await auditOf(engine, entry).record(engine.now(), decision);
  if (!outcome.isRecorded) throw refusedUnrecorded("no policy changes without a record of it", outcome.failure);
}
