/** Client access for tests beside a feature: they call actions through this file, so that no folder of src/features/ imports modules above it. */
export { runAction } from "../src/dispatch.js";
export { openEngine } from "../src/opened/open-engine.js";
export { ACTIONS, CATALOG } from "../src/table.js";
