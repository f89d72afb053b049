/** A policy changed, and the change recorded. */
import { auditPathOf, recordDecision } from "../audit/audit-log.js";
import type { Engine } from "../registry/engine.js";
import { type Policy, type PolicyPatch, policyOf } from "./policy.js";

/** @throws {SdlError} `repo_not_found`, `busy` */
export async function changePolicy(engine: Engine, repoId: string | undefined, patch: PolicyPatch): Promise<Policy> {
  const entry = await engine.registry.setPolicy(engine.resolve(repoId).repoId, patch);
  await recordDecision(auditPathOf(engine.storePath(entry)), engine.now(), {
    event: "policy",
    repoId: entry.repoId,
    patch,
  });
  return policyOf(entry.policy);
}
