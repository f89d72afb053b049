/** What a server shares with a front that loads nothing else of it: lines of JSON-RPC and their refusals, and the look at who started it. */
export { LineReader, type LineSink } from "./line-reader.js";
export { type ScannedLine, type ScannedMessage, scanLine } from "./message-scanner.js";
export { watchParent } from "./parent-watch.js";
export { errorAnswer, failedCall, INTERNAL_ERROR, refuseAll, TOO_LONG } from "./refusals.js";
