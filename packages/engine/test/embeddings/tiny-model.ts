/**
 * A sentence model in Hugging Face's layout that knows some words on login and some on drawing: words of one meaning have the same row of the
 * table, so that its vectors express meaning.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookupModel } from "./onnx-bytes.js";

/** Words of each meaning. */
export const MEANINGS = [
  ["login", "authenticate", "authentication", "credentials", "password", "signin"],
  ["draw", "paint", "circle", "canvas", "sketch"],
  ["price", "invoice", "tax", "bill"],
];
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const WIDTH = 8;
export const TINY_MAX_LENGTH = 32;

/** @param sharpness weight of the meanings; another value makes another model @param tellsLength whether the tokenizer states the maximum length */
export function writeTinyModel(folder: string, { sharpness = 4, tellsLength = true } = {}): void {
  const tokens = [...SPECIAL, ...MEANINGS.flat()];
  const rows = tokens.map((token) => {
    const meaning = MEANINGS.findIndex((words) => words.includes(token));
    return Array.from({ length: WIDTH }, (_, d) => (d === meaning ? sharpness : d === WIDTH - 1 ? 0.1 : 0));
  });
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, "onnx", "model.onnx"), lookupModel(rows));
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
  write("config.json", {
    architectures: ["BertModel"],
    model_type: "bert",
    hidden_size: WIDTH,
    max_position_embeddings: TINY_MAX_LENGTH,
    vocab_size: tokens.length,
  });
  write("tokenizer_config.json", {
    tokenizer_class: "BertTokenizer",
    do_lower_case: true,
    ...(tellsLength ? { model_max_length: TINY_MAX_LENGTH } : {}),
    ...Object.fromEntries(["pad", "unk", "cls", "sep", "mask"].map((name, i) => [`${name}_token`, SPECIAL[i]])),
  });
  write("tokenizer.json", tokenizerOf(tokens));
}

function tokenizerOf(tokens: readonly string[]): object {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, special("[SEP]")],
      pair: [],
      special_tokens: Object.fromEntries(
        ["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [tokens.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}
