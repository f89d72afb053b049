/**
 * Interface breaks by the change of one symbol: for users outside of the repository, and for unchanged code inside it.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { isTestCode } from "@sdl/model/paths";
import { adjacentSymbols } from "../adjacent.js";
import { inheritedMembers } from "../blast/heritage.js";
import { isFunction } from "../compare-versions.js";
import type { DeltaSide } from "../delta-side.js";
import type { SymbolChange } from "../describe-change.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import { isShipped, PublicInterface, PYTHON_FILE } from "./public-interface.js";
import type { StricterRequirement } from "./requirements.js";
import { type InterfaceBreak, isWidened, signatureBreaks } from "./signature-breaks.js";

/** Effects of a changed symbol on code that uses it. */
export interface ChangeBreaks {
  /** Whether code outside of the repository can use the symbol; of a removed symbol, whether it could. */
  readonly isPublic: boolean;
  /** Whether the symbol is public in a repository that publishes packages, so that code of others may use it. */
  readonly isPublished: boolean;
  /** Whether code outside of the repository could use the symbol, and no longer can. */
  readonly isRemovedApi: boolean;
  /** Breaks for code that uses the symbol. */
  readonly breaks: readonly InterfaceBreak[];
  /** Code outside of tests that uses the symbol and did not change with it, in the earlier graph. */
  readonly unchangedUsers: readonly SymbolHandle[];
}

const NO_INTERFACE: ChangeBreaks = {
  isPublic: false,
  isPublished: false,
  isRemovedApi: false,
  breaks: [],
  unchangedUsers: [],
};

/** Compares both sides of a change, and finds the breaks for users of each changed symbol. */
export class InterfaceBreaks {
  private readonly was: PublicInterface;
  private readonly is: PublicInterface;
  private readonly changed: ReadonlySet<SymbolHandle>;

  constructor(
    private readonly pairs: SymbolPairs,
    changes: readonly SymbolChange[],
  ) {
    this.was = new PublicInterface(pairs.before);
    this.is = new PublicInterface(pairs.after);
    this.changed = new Set(changes.flatMap(({ before }) => before ?? []));
  }

  breaksOfChange(change: SymbolChange): ChangeBreaks {
    const { before, after } = change;
    if (!this.isInterface(change)) return NO_INTERFACE;
    const wasPublic = before !== undefined && this.was.has(before);
    const isPublic = after !== undefined && this.is.has(after);
    const removal = before === undefined ? [] : this.removalBreaks(before, after, wasPublic);
    const isRemoved = removal.length > 0;
    const breaks =
      isRemoved || before === undefined || after === undefined ? removal : this.signatureChangeBreaks(before, after);
    return {
      isPublic: isPublic || (after === undefined && wasPublic),
      isPublished: (wasPublic && this.was.isPublished(before)) || (isPublic && this.is.isPublished(after)),
      isRemovedApi: wasPublic && isRemoved,
      breaks,
      unchangedUsers: before === undefined || breaks.length === 0 ? [] : this.unchangedUsers(before),
    };
  }

  /**
   * Names that a module of a package no longer exports although no symbol changed: aliases, default exports,
   * re-exported names of other packages.
   * @param files files that differ
   */
  goneExports(
    files: readonly string[],
    rated: readonly { readonly before: SymbolHandle | undefined; readonly risk: ChangeBreaks }[],
  ): StricterRequirement[] {
    const { graph } = this.pairs.before;
    const told = new Set(
      rated.flatMap(({ before, risk }) =>
        before !== undefined && risk.breaks.length > 0 ? graph.symbol(before).name : [],
      ),
    );
    return files.flatMap((file) => {
      const [names, left] = [this.was.exportsOfEntry(file), this.is.exportsOfEntry(file)];
      if (names === undefined || left === undefined) return [];
      const gone = [...names].filter((name) => !left.has(name) && !told.has(name));
      return gone.map((name) => ({
        file,
        text: `no longer exports ${exportText(name)}`,
        certainty: "certain" as const,
      }));
    });
  }

  /** Whether other code can refer to the symbol: its file is shipped, and it is not declared inside a function. */
  private isInterface({ before, after }: SymbolChange): boolean {
    const { graph } = after === undefined ? this.pairs.before : this.pairs.after;
    const symbol = graph.symbol((after ?? before) as SymbolHandle);
    return isShipped(graph, symbol.file) && !isLocal(graph, symbol);
  }

  /** Breaks if the symbol's public name disappeared: the symbol was removed, renamed, or is no longer public. */
  private removalBreaks(before: SymbolHandle, after: SymbolHandle | undefined, wasPublic: boolean): InterfaceBreak[] {
    const { graph } = this.pairs.before;
    const { name, container, kind, file } = graph.symbol(before);
    if (kind === "module") return [];
    const now = after === undefined ? undefined : this.pairs.after.graph.symbol(after);
    const isReachable = after !== undefined && (!wasPublic || this.is.has(after));
    if (now?.name === name && (isReachable || isStillImportable(now, file))) return [];
    // Members of a removed type are not reported separately.
    if (container !== undefined && graph.kindOf(container) !== "module" && !this.isKept(container, wasPublic))
      return [];
    if (this.isNameOfferedElsewhere(before, wasPublic)) return [];
    const text = now === undefined ? "is gone" : isReachable ? `is called \`${now.name}\`` : "is no longer public";
    return [{ certainty: "certain", text }];
  }

  private isKept(container: SymbolHandle, wasPublic: boolean): boolean {
    const later = this.pairs.later(container);
    return later !== undefined && (!wasPublic || this.is.has(later));
  }

  /** Whether the later version has the name at another place: declared elsewhere, or inherited. */
  private isNameOfferedElsewhere(before: SymbolHandle, wasPublic: boolean): boolean {
    const { graph } = this.pairs.after;
    const { name, container } = this.pairs.before.graph.symbol(before);
    const outer = outermostName(this.pairs.before.graph, container);
    const isOffered = graph.symbolsNamed(name).some((other) => {
      const isSamePlace = outermostName(graph, graph.symbol(other).container) === outer;
      return isSamePlace && (wasPublic ? this.is.has(other) : this.pairs.earlier(other) === undefined);
    });
    if (isOffered || container === undefined) return isOffered;
    const type = this.pairs.later(container);
    return type !== undefined && inheritedMembers(graph, type, name).length > 0;
  }

  private signatureChangeBreaks(before: SymbolHandle, after: SymbolHandle): InterfaceBreak[] {
    const { before: old, after: now } = this.pairs;
    const [was, is] = [old.graph.symbol(before), now.graph.symbol(after)];
    if (isFunction(was.kind) && isFunction(is.kind)) {
      return signatureBreaks(declarationInputs(old, before), declarationInputs(now, after), PYTHON_FILE.test(is.file));
    }
    const isType = was.kind === "type" && is.kind === "type";
    const isMember = is.container !== undefined && now.graph.kindOf(is.container) === "interface";
    if (!isType && !isMember) return [];
    const [type, newType] = [typeText(old.graph, before), typeText(now.graph, after)];
    return isWidened(type, newType) ? [] : [{ certainty: "likely", text: "has another type" }];
  }

  private unchangedUsers(before: SymbolHandle): SymbolHandle[] {
    const { graph } = this.pairs.before;
    const from = adjacentSymbols(graph.incoming(before)).map(({ symbol }) => symbol);
    return [...new Set(from)].filter(
      (user) =>
        user !== before &&
        graph.kindOf(user) !== "module" &&
        !this.changed.has(user) &&
        this.pairs.later(user) !== undefined &&
        !isTestCode(graph, graph.fileOf(user)),
    );
  }
}

function exportText(name: string): string {
  if (name === "default") return "a default";
  return name === "export=" ? "one value as `module.exports`" : `\`${name}\``;
}

/** Whether a symbol is declared within a function. */
function isLocal(graph: SymbolGraph, { container }: SymbolRecord): boolean {
  for (let at = container; at !== undefined; at = graph.symbol(at).container) {
    if (isFunction(graph.kindOf(at))) return true;
  }
  return false;
}

function declarationInputs(side: DeltaSide, symbol: SymbolHandle): Parameters<typeof signatureBreaks>[0] {
  return { parameters: side.parameters(symbol), signature: side.graph.details(symbol).signature };
}

function outermostName(graph: SymbolGraph, container: SymbolHandle | undefined): string {
  return container === undefined || graph.kindOf(container) === "module" ? "" : graph.symbol(container).name;
}

/** Whether Python code can still import the name: a name left out of `__all__` can be imported explicitly. */
function isStillImportable(now: SymbolRecord, file: string): boolean {
  return now.file === file && PYTHON_FILE.test(file);
}

/** The declared type of a type alias or property: the text after the name in its signature. */
function typeText(graph: SymbolGraph, symbol: SymbolHandle): string | undefined {
  const { signature } = graph.details(symbol);
  return /[:=]\s*(.*)$/s.exec(signature?.text ?? "")?.[1];
}
