/**
 * Entry point of the server over HTTP, separate so that a server over standard input and output loads none of it. Also
 * exports the transport by itself, for other MCP servers.
 */
export { type AccessRules, accessCheck, type CheckAccess } from "./access.js";
export { HTTP_PATH, type HttpOptions, handlerOf, Listener, serveHttp } from "./serve-http.js";
