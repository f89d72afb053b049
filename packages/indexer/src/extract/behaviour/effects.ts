/**
 * Side effects of the symbols of one file: calls that leave the program, and writes to what is shared.
 *
 * Reads the references that extraction wrote, so what a name refers to is decided there, by scopes and imports, and never by its
 * spelling. Effects of callees are no business of this file: cards follow the links.
 */
import { EXPRS, ExprOp, REFS, RefKind } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";
import type { BehaviourRows } from "./behaviour-rows.js";
import type { CallEffect, EffectRules } from "./effect-table.js";
import { mutatedSubject, type SelfWord } from "./mutated-subject.js";
import { Origins } from "./origins.js";

/** What a language says of effects. */
export interface EffectLanguage {
  readonly rules: EffectRules;
  readonly self: SelfWord;
  /** Methods of {@link containers} that change them. */
  readonly mutators: ReadonlySet<string>;
  /** Types whose instances are changed in place, by their last name. */
  readonly containers: ReadonlySet<string>;
  /** Modules and globals that they come from. */
  readonly containerHeads: ReadonlySet<string>;
  /** The text of a string that stands at an argument of the call around `node`. */
  argument(extraction: Extraction, node: number, index: number, keyword?: string): string | undefined;
}

export function findEffects(extraction: Extraction, language: EffectLanguage, rows: BehaviourRows): void {
  new EffectFinder(extraction, language, rows).run();
}

class EffectFinder {
  private readonly origins: Origins;
  /** By expression: undefined when not asked yet. */
  private readonly calls: (CallEffect | null | undefined)[] = [];

  constructor(
    private readonly extraction: Extraction,
    private readonly language: EffectLanguage,
    private readonly rows: BehaviourRows,
  ) {
    this.origins = new Origins(extraction, (head) => language.rules.knows(head) || language.containerHeads.has(head));
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
      if (isCall ? !this.matters(expr) : kind !== RefKind.Write) continue;
      const use = { owner: owners[row] as number, expr, node: this.extraction.refNodes[row] as number };
      if (isCall) this.call(use);
      else this.mutation(use);
    }
    for (const mutation of this.extraction.mutations) this.mutation(mutation);
  }

  /** Whether a call of `expr` has an effect or may change a container: most have neither. */
  private matters(expr: number): boolean {
    return this.effectOf(expr) !== undefined || this.changesContainer(expr);
  }

  private call(use: { readonly owner: number; readonly expr: number; readonly node: number }): void {
    const effect = this.effectOf(use.expr);
    if (effect !== undefined) {
      const kind = effect.modeAt === undefined ? effect.kind : this.openedKind(use.node, effect.modeAt);
      this.rows.addEffect(use.owner, use.node, kind, this.subjectOf(effect, use.node));
    } else this.mutation({ ...use, expr: this.origins.a(use.expr) });
  }

  private effectOf(expr: number): CallEffect | undefined {
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

  private subjectOf({ kind }: CallEffect, node: number): string | undefined {
    if (kind !== "reads env" && kind !== "writes env") return undefined;
    const name = this.language.argument(this.extraction, node, 0);
    return name !== undefined && /^\w+$/.test(name) ? name : undefined;
  }

  private mutation(use: { readonly owner: number; readonly expr: number; readonly node: number }): void {
    const subject = mutatedSubject(this.extraction, this.origins, use, this.language.self);
    // The environment is told by its variables' names.
    if (subject === undefined || /^(?:os|process)\.env/.test(subject)) return;
    this.rows.addEffect(use.owner, use.node, "mutates", subject);
  }

  /** `this.items.push(x)`, `registry.set(k, v)`: a mutator of what is known to be a container. */
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
