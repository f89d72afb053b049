/** Action sdl.policy.set: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, WRITES } from "../../contract/action.js";
import { policyFields, repoId } from "../../contract/schemas.js";
import { PolicyPatchSchema } from "../../registry/policy.js";
import { changePolicy } from "./change-policy.js";
import { policyText } from "./policy-text.js";

/** Changes fields of a policy and records the change in the audit log. */
export const policySet = defineAction({
  name: "sdl.policy.set",
  title: "Change a repository's policy",
  description:
    "Change some fields of a repository's policy; the others keep their values. Returns the whole policy. The change is audited; not allowed in chains.",
  input: () =>
    z.strictObject({
      repoId,
      policyPatch: PolicyPatchSchema.describe("Fields to change; budgetCaps: null removes the caps"),
    }),
  output: () => z.strictObject(policyFields()),
  isDirectOnly: true,
  annotations: WRITES,
  examples: [{ title: "Allow larger windows", args: { repoId: "my-app", policyPatch: { maxWindowLines: 240 } } }],
  guide: { tags: ["limits", "settings", "window"], fallbacks: ["sdl.policy.get"] },
  text: policyText,
  run: async ({ engine }, request) => changePolicy(engine, request.repoId, request.policyPatch),
});
