/** The server over HTTP: apart, so that a server over standard input and output loads nothing of it. */
export { HTTP_PATH, type HttpOptions, serveHttp } from "./serve-http.js";
