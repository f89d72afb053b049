/** Two versions of a small repository, each indexed from scratch in this thread, from sources as text. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DeltaSide, deltaSide } from "@sdl/delta";
import { type Ledger, type LedgerSnapshot, openLedger } from "@sdl/graph";
import { deriveSnapshot } from "@sdl/graph/derive";
import {
  createLinkSession,
  extractFacts,
  factsKeyOf,
  findFileKind,
  linkFile,
  makeFileMarker,
  ParseEngine,
  symbolIdsOf,
} from "@sdl/indexer";
import { FactsPage } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";

/** Contents by path. */
export type Sources = Readonly<Record<string, string>>;

/** Splits a text into files at lines `//- path`; without such a line it is `a.ts`. */
export function parseSources(text: string): Sources {
  const sources: Record<string, string> = {};
  for (const part of text.split(/^\/\/- /m)) {
    if (part.trim() === "") continue;
    const end = part.indexOf("\n");
    if (text.includes("//- ")) sources[part.slice(0, end).trim()] = part.slice(end + 1);
    else sources["a.ts"] = part;
  }
  return sources;
}

export interface Version {
  readonly graph: LedgerSnapshot;
  readonly side: DeltaSide;
}

/** Runs `use` on both versions, with their derived layers; deletes their stores afterwards. */
export async function withVersions<T>(
  sources: readonly [Sources, Sources],
  use: (before: Version, after: Version) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-delta-"));
  const ledgers = sources.map((texts, i) => buildLedger(join(folder, String(i)), texts));
  const [before, after] = ledgers.map(openVersion) as [Version, Version];
  try {
    return await use(before, after);
  } finally {
    before.graph.close();
    after.graph.close();
    for (const ledger of ledgers) await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function openVersion(ledger: Ledger): Version {
  const graph = ledger.snapshot();
  return { graph, side: deltaSide(graph, graph.derived()) };
}

const engine = await ParseEngine.create();
const stat = { sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, ino: 1 };

function buildLedger(directory: string, sources: Sources): Ledger {
  const ledger = openLedger({ directory });
  const update = ledger.beginUpdate();
  const files: number[] = [];
  const marker = makeFileMarker((path) => sources[path]);
  for (const [path, text] of Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = findFileKind(path.slice(path.lastIndexOf("/") + 1));
    if (kind?.isConfig) update.putConfig({ path, text, stat });
    if (kind?.language === undefined) continue;
    const { language } = kind;
    const page = extractFacts(engine, { language, path, text, generated: false }, NO_SECRETS);
    const factsKey = factsKeyOf(Buffer.from(text), { language, path }, false);
    ledger.putFacts([{ key: factsKey, page }]);
    const flags = marker?.(path) ?? 0;
    const symbolIds = symbolIdsOf(new FactsPage(page), path);
    files.push(update.putFile({ path, language, factsKey, stat, flags, symbolIds }));
  }
  const session = createLinkSession(update);
  for (const file of files) update.setLinks(linkFile(session, file));
  update.commit({ nowMs: 1 });
  const snapshot = ledger.snapshot();
  ledger.derived.putDerived(deriveSnapshot(snapshot));
  snapshot.close();
  return ledger;
}
