/** What reads lines of JSON-RPC and refuses them: for the server, and for a front that loads nothing else of it. */
export { LineReader, type LineSink } from "./line-reader.js";
export { type ScannedLine, type ScannedMessage, scanLine } from "./message-scanner.js";
export { errorAnswer, failedCall, INTERNAL_ERROR, refuseAll, TOO_LONG } from "./refusals.js";
