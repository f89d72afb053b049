/** Records of the latest version as a newer program of the same schema would have written them. */
import { ByteReader, ByteWriter } from "@sdl/model/facts";
import { DERIVATION, DerivedKey, decodeDerivedHead } from "../records/derived.js";
import { EMBEDDING_FORMAT } from "../records/embeddings.js";
import { readHead } from "../records/head.js";
import { writeLong } from "../records/packing.js";
import { StoreEnvironment } from "../store/environment.js";

/** `layers`: clusters and what else is derived; `embeddings`: vectors; `record`: one with a key that nobody here knows. */
export type NewerPart = "layers" | "embeddings" | "record";

/** Of layers and vectors, what stands behind number and version has a form that is not known here. @param directory the store's */
export async function putNewerPart(directory: string, part: NewerPart): Promise<void> {
  const environment = StoreEnvironment.open(directory, "write");
  const { meta, derived } = environment.tables;
  const out = new ByteWriter();
  const versionMs = readHead({ meta }).versionMs;
  environment.write(() => {
    if (part === "record") meta.put(UNKNOWN_KEY, Buffer.from("of a newer program"));
    else {
      out.varint(1 + (part === "layers" ? DERIVATION : EMBEDDING_FORMAT));
      writeLong(out, versionMs);
      out.varint(7);
      derived.put(part === "layers" ? DerivedKey.Head : DerivedKey.EmbeddingHead, out.finish());
    }
  });
  await environment.close();
}

/** Whether what {@link putNewerPart} wrote is still there. */
export async function hasNewerPart(directory: string, part: NewerPart): Promise<boolean> {
  const environment = StoreEnvironment.open(directory, "read");
  const { meta, derived } = environment.tables;
  const found = {
    record: () => meta.has(UNKNOWN_KEY),
    layers: () => decodeDerivedHead(derived.get(DerivedKey.Head) ?? new Uint8Array(9)).derivation > DERIVATION,
    embeddings: () =>
      new ByteReader(derived.get(DerivedKey.EmbeddingHead) ?? new Uint8Array(1)).varint() > EMBEDDING_FORMAT,
  }[part]();
  await environment.close();
  return found;
}

const UNKNOWN_KEY = 1_000;
