/** Helpers for tests of whoever keeps a store. */
export { DAMAGES, type Draw, drawFrom } from "./damages.js";
