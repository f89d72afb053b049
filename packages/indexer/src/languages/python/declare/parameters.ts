/** Parameters of a function or lambda, in order. */
import { ParamFlag } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";

/** A parameter's nodes and flags. */
export interface Parameter {
  /** The identifier, or a Python 2 tuple pattern. */
  readonly name: number;
  readonly type: number;
  readonly value: number;
  /** Bits of `ParamFlag`. */
  readonly flags: number;
}

/** Reads a parameter list. @param list a `parameters` or `lambda_parameters` node, or none */
export function parametersOf(file: PythonFile, list: number): Parameter[] {
  const { k } = file;
  const result: Parameter[] = [];
  if (list === NO_NODE) return result;
  let section = 0;
  for (const node of file.tree.namedChildren(list)) {
    const kind = file.kind(node);
    if (kind === k.positional_separator) markPositional(result);
    else if (kind === k.keyword_separator) section = ParamFlag.KeywordOnly;
    else {
      const parameter = readParameter(file, node, section);
      if (parameter === undefined) continue;
      result.push(parameter);
      if ((parameter.flags & ParamFlag.Rest) !== 0) section = ParamFlag.KeywordOnly;
    }
  }
  return result;
}

function markPositional(parameters: Parameter[]): void {
  parameters.forEach((parameter, i) => {
    parameters[i] = { ...parameter, flags: parameter.flags | ParamFlag.PositionalOnly };
  });
}

function readParameter(file: PythonFile, node: number, section: number): Parameter | undefined {
  const { k } = file;
  const kind = file.kind(node);
  const type = file.child(node, k.in_type);
  if (kind === k.default_parameter || kind === k.typed_default_parameter) {
    const name = file.child(node, k.in_name);
    return { name, type, value: file.child(node, k.in_value), flags: section | ParamFlag.Optional };
  }
  if (kind === k.typed_parameter) return splat(file, file.firstNamed(node), type, section);
  return splat(file, node, NO_NODE, section);
}

function splat(file: PythonFile, node: number, type: number, section: number): Parameter | undefined {
  const { k } = file;
  const kind = file.kind(node);
  if (kind === k.identifier || kind === k.tuple_pattern) return { name: node, type, value: NO_NODE, flags: section };
  if (kind === k.list_splat_pattern)
    return { name: file.firstNamed(node), type, value: NO_NODE, flags: ParamFlag.Rest };
  if (kind !== k.dictionary_splat_pattern) return undefined;
  return { name: file.firstNamed(node), type, value: NO_NODE, flags: ParamFlag.KeywordRest };
}
