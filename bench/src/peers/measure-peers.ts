/**
 * Measures the cold index of a corpus by every peer. Peers that are not available or fail are reported with the reason.
 */
import { join } from "node:path";
import { Unavailable } from "../corpora/tools.js";
import { medianTiming, type Timing } from "../floors/floors.js";
import { runNode } from "../process/measured-run.js";
import { copyCorpus, folderBytes, withStore } from "../product/cold.js";
import { installPeer, PEER_ENVIRONMENT, PEERS, type Peer } from "./peers.js";

/** Measured values of a peer, or the reason why it was not measured. */
export type PeerFigures =
  | { readonly name: string; readonly cold: Timing; readonly storeBytes: number }
  | { readonly name: string; readonly failed: string };

/** Measures all peers on one corpus. */
export async function measurePeers(root: string, runs: number): Promise<PeerFigures[]> {
  const figures: PeerFigures[] = [];
  for (const peer of PEERS) figures.push(await measurePeer(peer, root, runs));
  return figures;
}

async function measurePeer(peer: Peer, root: string, runs: number): Promise<PeerFigures> {
  const name = `${peer.name} ${peer.version}`;
  try {
    const program = installPeer(peer);
    const rounds: PeerRound[] = [];
    for (let round = 0; round < runs; round++) rounds.push(await runPeer(peer, program, root));
    return { name, cold: medianTiming(rounds.map((round) => round.cold)), storeBytes: rounds.at(-1)?.storeBytes ?? 0 };
  } catch (error) {
    const kind = error instanceof Unavailable ? "cannot be installed" : "failed";
    return { name, failed: `${kind}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

interface PeerRound {
  readonly cold: Timing;
  readonly storeBytes: number;
}

/** Runs a peer in a copy of the corpus, because it writes into the folder, and without the user's settings. */
function runPeer(peer: Peer, program: string, root: string): Promise<PeerRound> {
  return withStore(async (place) => {
    const copy = copyCorpus(root, place);
    const env = { ...PEER_ENVIRONMENT, HOME: place.folder };
    const cold = await runNode(program, peer.coldIndex(copy), { cwd: copy, env });
    return { cold, storeBytes: folderBytes(join(copy, peer.store)) };
  });
}
