/**
 * Entry point of what server and front share, without loading the rest of the server: lines of JSON-RPC, their
 * refusals, and the watch of the parent process.
 */
export { LineReader, type LineSink } from "./line-reader.js";
export { type ScannedLine, type ScannedMessage, scanLine } from "./message-scanner.js";
export { watchParent } from "./parent-watch.js";
export { errorAnswer, failedCall, INTERNAL_ERROR, refuseAll, TOO_LONG } from "./refusals.js";
