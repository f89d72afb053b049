/** Workspace symbols: search by name or words in all repositories of the client's folders. */
import { symbolSearch } from "@sdl/engine";
import type { SymbolInformation } from "vscode-languageserver";
import { Inquiry, type ServerContext, simpleName } from "./inquiry.js";
import { toProtocolKind } from "./symbol-kinds.js";

const MAX_RESULTS = 100;

/** Handles `workspace/symbol`; an empty query gives no results. */
export async function workspaceSymbols(
  sources: ServerContext,
  query: string,
  signal: AbortSignal,
): Promise<readonly SymbolInformation[]> {
  if (query.trim() === "") return [];
  const repositories = await sources.repositories.all();
  const found = await Promise.all(
    repositories.map(async (entry) => {
      const inquiry = new Inquiry(sources, entry, signal);
      const answer = await inquiry.runAction(symbolSearch, { query: query.slice(0, 2000), limit: MAX_RESULTS });
      return Promise.all((answer?.results ?? []).map((result) => symbolInformation(inquiry, result)));
    }),
  );
  return found.flat();
}

async function symbolInformation(
  inquiry: Inquiry,
  label: Parameters<Inquiry["nameLocation"]>[0],
): Promise<SymbolInformation> {
  const { name, kind, file } = label;
  const container = kind === "module" ? "" : name.slice(0, name.lastIndexOf(".") + 1).replace(/\.$/, "");
  return {
    name: kind === "module" ? name : simpleName(name),
    kind: toProtocolKind(kind),
    location: await inquiry.nameLocation(label),
    containerName: container === "" ? file : container,
  };
}
