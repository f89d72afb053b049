/** Action sdl.policy.get: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { policyFields, repoId } from "../../contract/schemas.js";
import { effectivePolicy } from "../../registry/policy.js";
import { policyText } from "./policy-text.js";

/** Returns all fields of a repository's policy. */
export const policyGet = defineAction({
  name: "sdl.policy.get",
  title: "Get a repository's policy",
  description:
    "A repository's policy: size and conditions of raw code windows, source in other answers, caps of slice budgets.",
  input: () => z.strictObject({ repoId }),
  output: () => z.strictObject(policyFields()),
  annotations: READS,
  examples: [{ title: "Get", args: { repoId: "my-app" } }],
  guide: { tags: ["limits", "settings", "window"], nextActions: ["sdl.policy.set"] },
  text: policyText,
  run: async ({ engine }, request) => effectivePolicy(engine.resolve(request.repoId).policy),
});
