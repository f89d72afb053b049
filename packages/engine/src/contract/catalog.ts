/**
 * A list of actions that are found by name and run. Knows no particular action: the list is passed as a function, so that actions in it can use the
 * catalog.
 */
import { SdlError } from "@sdl/model";
import { closestWords } from "@sdl/model/text";
import type { ActionSelection } from "../selection/selection.js";
import type { Action, ActionContext } from "./action.js";
import { defaultToolOf } from "./default-tools.js";
import { listSpellings } from "./names.js";
import type { Answer } from "./prune-answer.js";

/** Finds and runs the actions of one list. */
export class ActionCatalog {
  private byName: ReadonlyMap<string, Action> | undefined;

  /** @param list called on first use */
  constructor(private readonly list: () => readonly Action[]) {}

  /** In the order of the list. */
  all(): readonly Action[] {
    return this.list();
  }

  /** The part of the catalog that a server offers. @param selection all actions if absent */
  selectOffered(selection: ActionSelection | undefined): ActionCatalog {
    if (selection === undefined || selection.isWhole) return this;
    return new ActionCatalog(() => this.list().filter(({ name }) => selection.offers(name)));
  }

  /** Finds an action by a name in any spelling: `sdl.slice.build`, `slice.build`, `sdl_slice_build`, `sliceBuild`, an alias. */
  find(name: string): Action | undefined {
    return this.names().get(name);
  }

  /** @throws {SdlError} `invalid_params` for an unknown name, with similar names */
  get(name: string): Action {
    const action = this.find(name);
    if (action === undefined) throw this.unknownActionError(name);
    return action;
  }

  /** Canonical names similar to an unknown name; best first. */
  similarNames(name: string): readonly string[] {
    const bare = name.replace(/^sdl[._]/, "");
    const near = closestWords(bare, [...this.names().keys()]).map((spelling) => this.find(spelling)?.name);
    return [...new Set(near.filter((canonical) => canonical !== undefined))];
  }

  /**
   * @param name in any spelling
   * @throws {SdlError} of every code; an AbortError when the caller's signal fires
   */
  async run(name: string, rawArguments: unknown, context: ActionContext): Promise<Answer> {
    return this.get(name).execute(rawArguments, context);
  }

  private names(): ReadonlyMap<string, Action> {
    this.byName ??= new Map(
      this.list().flatMap((action) =>
        [
          ...listSpellings(action.name),
          ...listSpellings(defaultToolOf(action.name)?.name ?? action.name),
          ...(action.guide.aliases ?? []),
        ].map((name): [string, Action] => [name, action]),
      ),
    );
    return this.byName;
  }

  private unknownActionError(name: string): SdlError {
    const near = this.similarNames(name);
    const hint =
      near.length === 0
        ? `Actions: ${this.list()
            .map((action) => action.name)
            .join(", ")}.`
        : `Did you mean ${near.join(" or ")}?`;
    return new SdlError("invalid_params", `unknown action ${JSON.stringify(name)}. ${hint}`, { candidates: near });
  }
}
