/** Changes policies, and records each change before it is made: if the record fails, the policy stays unchanged. */

import { existsSync } from "node:fs";
import { messageOf } from "@sdl/model";
import type { Decision } from "../../audit/audit-record.js";
import { auditLogOf } from "../../audit/repository-audit.js";
import { makeUnrecordedError } from "../../audit/write-failure.js";
import type { Engine } from "../../contract/engine.js";
import { effectivePolicy, type Policy, type PolicyPatch } from "../../registry/policy.js";
import type { RegistryEntry } from "../../registry/registry-file.js";

/** @throws {SdlError} `repo_not_found`, `busy`; `policy_denied` and `busy` if the change cannot be recorded */
export async function changePolicy(engine: Engine, repoId: string | undefined, patch: PolicyPatch): Promise<Policy> {
  const before = engine.resolve(repoId);
  await record(engine, before, { event: "policy", repoId: before.repoId, patch });
  try {
    return effectivePolicy((await engine.registry.setPolicy(before.repoId, patch)).policy);
  } catch (error) {
    const why = messageOf(error);
    await auditLogOf(engine, before).record(engine.now(), {
      event: "policy",
      repoId: before.repoId,
      patch,
      failed: why,
    });
    throw error;
  }
}

/**
 * Records that a repository's policy is deleted when the repository is unregistered: registered again, it has the default policy.
 * @throws {SdlError} the errors of {@link changePolicy}
 */
export async function recordForgottenPolicy(engine: Engine, repoId: string): Promise<void> {
  const entry = engine.registry.get(repoId);
  // If the repository's folder does not exist, there is no source to protect and no place for the log.
  if (entry.policy === undefined || !existsSync(entry.rootPath)) return;
  await record(engine, entry, { event: "policy", repoId, forgotten: entry.policy });
}

async function record(engine: Engine, entry: RegistryEntry, decision: Decision): Promise<void> {
  const outcome = await auditLogOf(engine, entry).record(engine.now(), decision);
  if (!outcome.isRecorded)
    throw makeUnrecordedError("a policy changes only if the change is recorded in the audit log", outcome.failure);
}
