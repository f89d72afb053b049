/** Action sdl.info: parameters, answer, examples and guide. */
import { z } from "zod";
import { defineAction, READS } from "../../contract/action.js";
import { listOf } from "../../contract/schemas.js";
import { infoText } from "./info-text.js";
import { describeInstallation } from "./installation.js";

const ownFile = () => z.strictObject({ path: z.string(), exists: z.boolean(), loaded: z.boolean() });

/** Describes the installation and its faults. */
export const info = defineAction({
  name: "sdl.info",
  title: "About this installation",
  description: "Version, runtime, configuration, store and warnings of this installation.",
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      version: z.string(),
      runtime: z.strictObject({ node: z.string(), platform: z.string(), arch: z.string() }),
      config: ownFile().describe("The user's settings"),
      registry: ownFile().describe("Registered repositories and their policies"),
      logging: z.strictObject({
        path: z.string().optional(),
        consoleMirroring: z.boolean(),
        fallbackUsed: z.boolean(),
      }),
      store: z.strictObject({ available: z.boolean(), activePath: z.string().optional(), bytes: z.int().optional() }),
      native: z.strictObject({
        available: z.boolean(),
        sourcePath: z.string().optional(),
        disabledByEnv: z.boolean(),
        reason: z.string(),
      }),
      warnings: listOf(z.string()),
      misconfigurations: listOf(z.string()),
      ladybug: z
        .strictObject({ available: z.boolean(), activePath: z.string().optional() })
        .describe("The same as store, for older clients"),
    }),
  annotations: READS,
  examples: [{ title: "About", args: {} }],
  guide: {
    tags: ["version", "environment", "diagnose", "configuration"],
    nextActions: ["sdl.repo.status"],
  },
  text: infoText,
  run: async ({ engine }) => describeInstallation(engine),
});
