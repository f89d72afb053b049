/** The component of a file, as far as it is declared. Knows what the container says of it, and no nodes' kinds. */
import type { SyntaxTree } from "../../parse/syntax-tree.js";
import type { Component } from "../component.js";
import type { Scope } from "./scopes.js";

/** A property that a component takes. */
export interface Property {
  readonly name: string;
  readonly type: string | undefined;
  readonly isOptional: boolean;
  readonly preset: string | undefined;
}

/** Properties and events of a component. */
export interface ComponentInterface {
  readonly properties: readonly Property[];
  readonly events: readonly string[];
}

/** A component as both passes see it. */
export class ComponentState {
  /** The component's symbol; -1 until it is declared. */
  symbol = -1;
  declared: ComponentInterface = { properties: [], events: [] };
  /** Values of the option `components`, by name. */
  readonly registered = new Map<string, number>();
  /** Arrays that stand for the template, with their scopes. */
  readonly templates: { readonly node: number; readonly scope: Scope }[] = [];

  constructor(
    readonly component: Component,
    private readonly tree: SyntaxTree,
  ) {}

  /** Whether a node stands for a part of the template. */
  isPart(node: number): boolean {
    return this.component.parts.has(this.tree.start[node] ?? -1);
  }

  /** The component that a tag at a node names; `undefined` if there is no tag. */
  tagAt(node: number): string | undefined {
    return this.component.tags.get(this.tree.start[node] ?? -1);
  }

  /** Names that the template declares at a function which stands for their scope. */
  namesAt(node: number): readonly string[] {
    return this.component.scopes.get(this.tree.start[node] ?? -1) ?? [];
  }
}
