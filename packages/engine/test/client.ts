/** What a client has. Tests beside a capability ask through it, so that no room of src/features/ imports what stands above the rooms. */
export { runAction } from "../src/dispatch.js";
export { openEngine } from "../src/opened/open-engine.js";
export { ACTIONS, CATALOG } from "../src/table.js";
