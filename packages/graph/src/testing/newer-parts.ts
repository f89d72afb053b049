/** Test records of the latest version in the format of a newer program with the same schema. */
import { ByteReader, ByteWriter } from "@sdl/model/facts";
import { DERIVATION_FORMAT, DerivedKey, decodeDerivedHead } from "../records/derived.js";
import { EMBEDDING_FORMAT } from "../records/embeddings.js";
import { readHead } from "../records/head.js";
import { writeLong } from "../records/packing.js";
import { StoreEnvironment } from "../store/environment.js";

/** `layers`: derived layers; `embeddings`: embedding vectors; `record`: a record with an unknown key. */
export type NewerPart = "layers" | "embeddings" | "record";

/** Writes such a record. Layers and embeddings have an unknown format after number and version. @param directory the store's directory */
export async function putNewerPart(directory: string, part: NewerPart): Promise<void> {
  const environment = StoreEnvironment.open(directory, "write");
  const { meta, derived } = environment.tables;
  const out = new ByteWriter();
  const versionMs = readHead({ meta }).versionMs;
  environment.write(() => {
    if (part === "record") meta.put(UNKNOWN_KEY, Buffer.from("of a newer program"));
    else {
      out.varint(1 + (part === "layers" ? DERIVATION_FORMAT : EMBEDDING_FORMAT));
      writeLong(out, versionMs);
      out.varint(7);
      derived.put(part === "layers" ? DerivedKey.Head : DerivedKey.EmbeddingHead, out.finish());
    }
  });
  await environment.close();
}

/** Whether the record written by {@link putNewerPart} still exists. */
export async function hasNewerPart(directory: string, part: NewerPart): Promise<boolean> {
  const environment = StoreEnvironment.open(directory, "read");
  const { meta, derived } = environment.tables;
  const found = {
    record: () => meta.has(UNKNOWN_KEY),
    layers: () => decodeDerivedHead(derived.get(DerivedKey.Head) ?? new Uint8Array(9)).derivation > DERIVATION_FORMAT,
    embeddings: () =>
      new ByteReader(derived.get(DerivedKey.EmbeddingHead) ?? new Uint8Array(1)).varint() > EMBEDDING_FORMAT,
  }[part]();
  await environment.close();
  return found;
}

const UNKNOWN_KEY = 1_000;
