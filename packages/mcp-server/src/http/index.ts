/**
 * The server over HTTP: apart, so that a server over standard input and output loads nothing of it. Its transport is there alone, too, for servers of
 * any kind.
 */
export { type AccessRules, accessCheck, type CheckAccess } from "./access.js";
export { HTTP_PATH, type HttpOptions, handlerOf, Listener, serveHttp } from "./serve-http.js";
