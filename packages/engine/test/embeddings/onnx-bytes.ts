/**
 * Writes minimal ONNX models: a graph that looks up rows of a table, written field by field in the format's protobuf encoding. Source of the field
 * numbers: onnx/onnx.proto3, IR version 8.
 */

const FLOAT = 1;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 13;

const Wire = { Varint: 0, Bytes: 2 } as const;

type Field = number | string | Uint8Array;

/** One message: its fields in order, each with its field number. */
function message(...fields: readonly (readonly [number, Field])[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number") return [...varint((number << 3) | Wire.Varint), ...varint(value)];
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
    return [...varint((number << 3) | Wire.Bytes), ...varint(bytes.length), ...bytes];
  });
  return Uint8Array.from(parts.flat());
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** A tensor of `batch` × `seq`, and × `last` if given. */
function valueInfo(name: string, type: number, last?: number): Uint8Array {
  const dimensions = [message([2, "batch"]), message([2, "seq"])];
  if (last !== undefined) dimensions.push(message([1, last]));
  const shape = message(...dimensions.map((dimension) => [1, dimension] as const));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

/**
 * `last_hidden_state = table[input_ids]`: a token's vector is its row, at any position.
 * @param rows rows of equal length, by token id
 */
export function lookupModel(rows: readonly (readonly number[])[]): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const values = new Uint8Array(Float32Array.from(rows.flat()).buffer);
  const table = message([1, rows.length], [1, width], [2, FLOAT], [8, "table"], [9, values]);
  const gather = message([1, "table"], [1, "input_ids"], [2, "last_hidden_state"], [4, "Gather"]);
  const graph = message(
    [1, gather],
    [2, "lookup"],
    [5, table],
    ...["input_ids", "attention_mask", "token_type_ids"].map((name) => [11, valueInfo(name, INT64)] as const),
    [12, valueInfo("last_hidden_state", FLOAT, width)],
  );
  return message([1, IR_VERSION], [7, graph], [8, message([1, ""], [2, OPSET])]);
}
