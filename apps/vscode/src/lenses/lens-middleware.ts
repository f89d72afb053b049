/** Middleware for code lenses: hides the server's lenses if they are disabled in the settings. */
import { workspace } from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** Part of the language client's middleware. */
export const lensMiddleware: Middleware = {
  provideCodeLenses: async (document, token, next) => {
    const isEnabled = workspace.getConfiguration("sdl", document).get<boolean>("codeLens.enabled");
    return isEnabled === false ? [] : next(document, token);
  },
};
