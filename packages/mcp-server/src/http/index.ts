/**
 * Entry point of the server over HTTP, separate so that a server over standard input and output loads none of it. Also
 * exports the transport by itself, for other MCP servers.
 */
export { type AccessRules, type CheckAccess, createAccessCheck } from "./access.js";
export { createHandler, HTTP_PATH, type HttpOptions, Listener, serveHttp } from "./serve-http.js";
