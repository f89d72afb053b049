/** Test helpers for packages that use a store. */

export { addUnknownTable, countUnknownRecords } from "../store/newer-table.js";
export { DAMAGES, type DrawInteger, seededDraw } from "./damages.js";
export { hasNewerPart, type NewerPart, putNewerPart } from "./newer-parts.js";
export { shareOfDay } from "./share-of-day.js";
