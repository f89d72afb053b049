/**
 * The component of a file in pass one: its symbol, and the parts of the tree that stand for its template. The symbol is
 * the default export where that is an object of options, else the template.
 */
import { SymbolFlag } from "@sdl/model";
import { SYMBOLS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { Component } from "../../component.js";
import type { Declaring } from "../declare/declaring.js";
import { BindingKind, type Scope, Space } from "../scopes.js";
import type { TypescriptFile } from "../typescript-file.js";
import { type ComponentInterface, componentSignature, readInterface } from "./declared-interface.js";
import { pairsOf } from "./properties.js";

/** Options whose functions templates and methods name as if they were members of the component. */
const MEMBER_OPTIONS = new Set(["methods", "computed", "filters"]);

/** A component as both passes see it. */
export class ComponentFile {
  /** The component's symbol; -1 until it is declared. */
  symbol = -1;
  /** Values of the option `components`, by name. */
  readonly registered = new Map<string, number>();
  declared: ComponentInterface = { properties: [], events: [] };
  /** Arrays that stand for the template, with their scopes. */
  private readonly templates: { readonly node: number; readonly scope: Scope }[] = [];

  constructor(
    readonly component: Component,
    private readonly file: TypescriptFile,
  ) {}

  /** The component's tag at a node; `undefined` if it is none. */
  tagAt(node: number): string | undefined {
    return this.component.tags.get(this.file.tree.start[node] ?? -1);
  }

  /** Opens an array that stands for a part of the template. */
  openTemplate(state: Declaring, node: number): void {
    if (!this.component.parts.has(this.file.tree.start[node] ?? -1)) return;
    if (this.symbol < 0 && !this.hasOptions()) this.declare(state, node, NO_NODE);
    const scope = state.scopeAt(node, Math.max(0, this.symbol), true);
    state.openFrame(node, { scope, nested: true, container: Math.max(0, this.symbol) });
    this.templates.push({ node, scope });
  }

  /** Binds the names that the template declares at a function which stands for their scope. */
  bindTemplateNames(state: Declaring, node: number): void {
    for (const name of this.component.scopes.get(this.file.tree.start[node] ?? -1) ?? []) {
      const number = this.file.names.of(name);
      state.bind({ kind: BindingKind.Local, name: number, space: Space.Value, target: -1, node, declaration: node });
    }
  }

  /** Declares the component's symbol. @param value of the default export; {@link NO_NODE} if the template declares it */
  declare(state: Declaring, node: number, value: number): number {
    const { file } = this;
    const options = value === NO_NODE ? NO_NODE : this.optionsIn(value);
    this.declared = readInterface(file, this.component.format, options);
    const { name } = this.component;
    this.symbol = state.addSymbol({
      ...{ node, nameNode: node, name, kind: "function", container: 0, visibility: "exported" },
      flags: SymbolFlag.Exported | SymbolFlag.DefaultExport,
      signature: componentSignature(name, this.declared),
      ...(value === NO_NODE && { doc: "" }),
    });
    for (const pair of pairsOf(file, options)) this.readOption(pair.name, pair.value);
    return this.symbol;
  }

  /** Joins the template with the symbol, once all is declared. */
  finish(state: Declaring): void {
    const { file } = this;
    if (this.symbol < 0) this.declare(state, this.firstNode(), NO_NODE);
    for (const { node, scope } of this.templates) {
      file.setSymbol(node, this.symbol);
      this.bindMembers(scope);
    }
    this.bindPrefixed();
  }

  /** Binds functions of the options, which the template names without `this`. */
  private bindMembers(scope: Scope): void {
    const { file } = this;
    const { container, name } = { container: file.facts.table(SYMBOLS).column("container"), name: file.symbolNames };
    for (let symbol = 1; symbol < name.length; symbol++) {
      if (container[symbol] !== this.symbol || symbol === this.symbol) continue;
      const node = file.mainNode[symbol] ?? 0;
      const number = file.names.of(name[symbol] ?? "");
      scope.add({
        kind: BindingKind.Symbol,
        name: number,
        space: Space.Value,
        target: symbol,
        node,
        declaration: node,
      });
    }
  }

  /** Binds `$count` beside `count`. */
  private bindPrefixed(): void {
    const { file } = this;
    const prefix = this.component.format.valuePrefix;
    const [module] = file.scopes;
    if (prefix === undefined || module === undefined) return;
    for (const { kind, name, target, node, declaration, space } of [...module.bindings]) {
      const text = prefix + file.names.text(name);
      if (kind > BindingKind.Import || (space & Space.Value) === 0 || !file.tree.source.includes(text)) continue;
      module.add({ kind, name: file.names.of(text), space: Space.Value, target, node, declaration });
    }
  }

  private readOption(option: string, value: number): void {
    const { file } = this;
    const object = file.unwrap(value);
    if (file.kind(object) !== file.k.object) return;
    if (MEMBER_OPTIONS.has(option)) file.memberOwner.set(object, this.symbol);
    if (option !== "components") return;
    for (const pair of pairsOf(file, object)) this.registered.set(pair.name, pair.value);
  }

  /** The object of options in the value of a default export. */
  private optionsIn(value: number): number {
    const { file } = this;
    const { k } = file;
    if (file.kind(value) === k.object) return value;
    const list = file.kind(value) === k.call_expression ? file.child(value, k.in_arguments) : NO_NODE;
    const first = list === NO_NODE ? NO_NODE : file.firstNamed(list);
    return first !== NO_NODE && file.kind(first) === k.object ? first : NO_NODE;
  }

  /** Whether the script's default export is a value that becomes the component's symbol. */
  private hasOptions(): boolean {
    const { file } = this;
    const { k } = file;
    return file.tree.namedChildren(0).some((node) => {
      const value = file.kind(node) === k.export_statement ? file.unwrap(file.child(node, k.in_value)) : NO_NODE;
      return value !== NO_NODE && file.has(node, k.default_token) && file.kind(value) !== k.identifier;
    });
  }

  /** The node at the template's first part, where the tree has no array there. */
  private firstNode(): number {
    const { tree } = this.file;
    const [first = 0] = this.component.parts;
    let node = 1;
    while (node < tree.count - 1 && (tree.start[node] ?? 0) < first) node++;
    return Math.min(node, tree.count - 1);
  }
}
