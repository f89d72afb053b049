/** The cold index of one corpus by every peer. What cannot be had or fails is reported with its reason. */
import { join } from "node:path";
import { Unavailable } from "../corpora/tools.js";
import { repeat, type Timing } from "../floors/measure-floors.js";
import { runNode } from "../process/measured-run.js";
import { copyCorpus, folderBytes, withStore } from "../product/cold.js";
import { installPeer, type Peer, PEER_ENVIRONMENT, PEERS } from "./peers.js";

export type PeerFigures =
  | { readonly name: string; readonly cold: Timing; readonly storeBytes: number }
  | { readonly name: string; readonly failed: string };

export async function measurePeers(root: string, runs: number): Promise<PeerFigures[]> {
  const figures: PeerFigures[] = [];
  for (const peer of PEERS) figures.push(await measurePeer(peer, root, runs));
  return figures;
}

async function measurePeer(peer: Peer, root: string, runs: number): Promise<PeerFigures> {
  const name = `${peer.name} ${peer.version}`;
  try {
    const program = installPeer(peer);
    let storeBytes = 0;
    const cold = await repeat(runs, () =>
      withStore(async (place) => {
        const copy = copyCorpus(root, place);
        const env = { ...PEER_ENVIRONMENT, HOME: place.folder };
        const run = await runNode(program, peer.coldIndex(copy), { cwd: copy, env });
        storeBytes = folderBytes(join(copy, peer.store));
        return run;
      }),
    );
    return { name, cold, storeBytes };
  } catch (error) {
    const kind = error instanceof Unavailable ? "cannot be installed" : "failed";
    return { name, failed: `${kind}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
