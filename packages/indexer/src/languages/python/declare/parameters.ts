/** The parameters of a function or lambda, one after the other. */
import { ParamFlag } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { PythonFile } from "../python-file.js";

export interface Parameter {
  /** The identifier, or a Python 2 tuple pattern. */
  readonly name: number;
  readonly type: number;
  readonly value: number;
  /** Bits of `ParamFlag`. */
  readonly flags: number;
}

/** @param list a `parameters` or `lambda_parameters` node, or none */
export function parametersOf(file: PythonFile, list: number): Parameter[] {
  const { k } = file;
  const result: Parameter[] = [];
  if (list === NO_NODE) return result;
  let section = 0;
  for (const node of file.tree.namedChildren(list)) {
    const kind = file.kind(node);
    if (kind === k.positionalSeparator) markPositional(result);
    else if (kind === k.keywordSeparator) section = ParamFlag.KeywordOnly;
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
  const type = file.child(node, k.inType);
  if (kind === k.defaultParameter || kind === k.typedDefaultParameter) {
    const name = file.child(node, k.inName);
    return { name, type, value: file.child(node, k.inValue), flags: section | ParamFlag.Optional };
  }
  if (kind === k.typedParameter) return splat(file, file.firstNamed(node), type, section);
  return splat(file, node, NO_NODE, section);
}

function splat(file: PythonFile, node: number, type: number, section: number): Parameter | undefined {
  const { k } = file;
  const kind = file.kind(node);
  if (kind === k.identifier || kind === k.tuplePattern) return { name: node, type, value: NO_NODE, flags: section };
  if (kind === k.listSplatPattern) return { name: file.firstNamed(node), type, value: NO_NODE, flags: ParamFlag.Rest };
  if (kind !== k.dictionarySplatPattern) return undefined;
  return { name: file.firstNamed(node), type, value: NO_NODE, flags: ParamFlag.KeywordRest };
}
