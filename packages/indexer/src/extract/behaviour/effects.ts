/**
 * Side effects of one file's symbols: calls that leave the program, and writes to shared state.
 *
 * Reads the references that extraction wrote: scopes and imports decide what a name refers to, never its spelling.
 * Effects of callees are not included; cards find them through links.
 */
import { EXPRS, ExprOp, REFS, RefKind } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";
import type { BehaviourRows } from "./behaviour-rows.js";
import type { CallEffect, EffectRules } from "./effect-table.js";
import { mutatedSubject, type SelfWord } from "./mutated-subject.js";
import { Origins } from "./origins.js";

/** Effect rules of a language: its table, its mutator methods and its containers. */
export interface EffectLanguage {
  readonly rules: EffectRules;
  readonly self: SelfWord;
  /** Methods of {@link containers} that mutate the container. */
  readonly mutators: ReadonlySet<string>;
  /** Types whose instances are mutated in place, by last name. */
  readonly containers: ReadonlySet<string>;
  /** Modules and globals that {@link containers} come from. */
  readonly containerHeads: ReadonlySet<string>;
  /** The text of a string argument of the call around `node`, by position or keyword. */
  argument(extraction: Extraction, node: number, index: number, keyword?: string): string | undefined;
}

/** Adds the effects of all references of a file to `rows`. */
export function findEffects(extraction: Extraction, language: EffectLanguage, rows: BehaviourRows): void {
  new EffectFinder(extraction, language, rows).run();
}

class EffectFinder {
  private readonly origins: Origins;
  /** Whether a call matters, by callee expression: undefined until {@link mayHaveEffect} computed it. */
  private readonly calls: (CallEffect | null | undefined)[] = [];

  constructor(
    private readonly extraction: Extraction,
    private readonly language: EffectLanguage,
    private readonly rows: BehaviourRows,
  ) {
    this.origins = new Origins(
      extraction,
      (head) => language.rules.mayHaveEntry(head) || language.containerHeads.has(head),
    );
  }

  run(): void {
    const refs = this.extraction.facts.table(REFS);
    const kinds = refs.column("kind");
    const exprs = refs.column("expr");
    const owners = refs.column("owner");
    for (let row = 0; row < kinds.length; row++) {
      const kind = kinds[row];
      const expr = exprs[row] as number;
      const isCall = kind === RefKind.Call || kind === RefKind.New;
      if (isCall ? !this.mayHaveEffect(expr) : kind !== RefKind.Write) continue;
      const use = { owner: owners[row] as number, expr, node: this.extraction.refNodes[row] as number };
      if (isCall) this.call(use);
      else this.addMutation(use);
    }
    for (const mutation of this.extraction.mutations) this.addMutation(mutation);
  }

  /** Whether a call of `expr` has an effect or may mutate a container. Most calls do neither. */
  private mayHaveEffect(expr: number): boolean {
    return this.findEffect(expr) !== undefined || this.changesContainer(expr);
  }

  private call(use: { readonly owner: number; readonly expr: number; readonly node: number }): void {
    const effect = this.findEffect(use.expr);
    if (effect !== undefined) {
      const kind = effect.modeAt === undefined ? effect.kind : this.openedKind(use.node, effect.modeAt);
      this.rows.addEffect(use.owner, use.node, kind, this.effectSubject(effect, use.node));
    } else this.addMutation({ ...use, expr: this.origins.a(use.expr) });
  }

  private findEffect(expr: number): CallEffect | undefined {
    const known = this.calls[expr];
    if (known !== undefined) return known ?? undefined;
    const path = this.origins.of(expr);
    const found = path === undefined ? undefined : this.language.rules.find(path);
    this.calls[expr] = found ?? null;
    return found;
  }

  private openedKind(node: number, modeAt: number): "reads file" | "writes file" {
    const mode = this.language.argument(this.extraction, node, modeAt, "mode");
    return mode !== undefined && /[wax+]/.test(mode) ? "writes file" : "reads file";
  }

  private effectSubject({ kind }: CallEffect, node: number): string | undefined {
    if (kind !== "reads env" && kind !== "writes env") return undefined;
    const name = this.language.argument(this.extraction, node, 0);
    return name !== undefined && /^\w+$/.test(name) ? name : undefined;
  }

  private addMutation(use: { readonly owner: number; readonly expr: number; readonly node: number }): void {
    const subject = mutatedSubject(this.extraction, this.origins, use, this.language.self);
    // Effects on the environment are described by the variable's name.
    if (subject === undefined || /^(?:os|process)\.env/.test(subject)) return;
    this.rows.addEffect(use.owner, use.node, "mutates", subject);
  }

  /** Whether a call mutates a known container: `this.items.push(x)`, `registry.set(k, v)`. */
  private changesContainer(expr: number): boolean {
    const { origins, language } = this;
    if (origins.op(expr) !== ExprOp.Member || !language.mutators.has(origins.memberName(expr))) return false;
    const receiver = origins.a(expr);
    if (origins.op(receiver) === ExprOp.Symbol)
      return origins.variableExprs(origins.a(receiver)).some(this.isContainer);
    if (origins.op(receiver) !== ExprOp.Member) return false;
    const object = origins.a(receiver);
    if (origins.op(object) !== ExprOp.This && origins.op(object) !== ExprOp.Class) return false;
    const field = origins.fieldExprs(origins.a(object), origins.memberName(receiver));
    return field !== undefined && [field.type, field.value].some(this.isContainer);
  }

  private readonly isContainer = (expr: number): boolean => {
    const { origins } = this;
    if (expr <= 0 || expr >= this.extraction.facts.table(EXPRS).rows) return false;
    const op = origins.op(expr);
    if (op === ExprOp.Items) return true;
    if (op === ExprOp.Union) return this.isContainer(origins.a(expr)) || this.isContainer(origins.b(expr));
    if (op === ExprOp.Literal) return /^(?:array|object)$/.test(origins.text(origins.a(expr)));
    const path = origins.of(expr);
    return path !== undefined && this.language.containers.has((path.at(-1) ?? "").replace(/^global:/, ""));
  };
}
