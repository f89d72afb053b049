/** Checks of a picture before it is drawn or exported: an invalid one is refused, with the wrong place named. */
import type { GraphPicture } from "@sdl/model/graph";

/** Codes of {@link GraphPageError}: the picture or an option is invalid. */
export type GraphPageErrorCode = "INVALID_PICTURE" | "INVALID_OPTIONS";

/** The package's error. */
export class GraphPageError extends Error {
  override readonly name = "GraphPageError";
  constructor(
    readonly code: GraphPageErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * @throws {GraphPageError} `INVALID_PICTURE` for duplicate ids, edges of unknown nodes, unknown clusters, and numbers
 * out of range
 */
export function checkPicture({ nodes, edges, clusters }: GraphPicture): void {
  const ids = new Set<string>();
  nodes.forEach((node, i) => {
    const place = `nodes[${i}] (${JSON.stringify(node.id)})`;
    if (ids.has(node.id)) throw invalidPictureError(`${place}: another node has this id; ids must be unique`);
    ids.add(node.id);
    if (clusters[node.cluster] === undefined)
      throw invalidPictureError(
        `${place}: cluster is ${node.cluster}, but there are ${clusters.length} clusters, numbered from 0`,
      );
    for (const name of ["line", "fanIn", "fanOut"] as const)
      if (!Number.isSafeInteger(node[name]) || node[name] < 0)
        throw invalidPictureError(`${place}: ${name} is ${node[name]}; it must be a whole number, 0 or more`);
  });
  edges.forEach(({ from, to, confidence }, i) => {
    const unknown = [from, to].find((id) => !ids.has(id));
    if (unknown !== undefined)
      throw invalidPictureError(
        `edges[${i}]: no node has the id ${JSON.stringify(unknown)}; leave the edge out or add the node`,
      );
    if (!(confidence >= 0 && confidence <= 1))
      throw invalidPictureError(`edges[${i}]: confidence is ${confidence}; it must be from 0 to 1`);
  });
}

function invalidPictureError(message: string): GraphPageError {
  return new GraphPageError("INVALID_PICTURE", message);
}
