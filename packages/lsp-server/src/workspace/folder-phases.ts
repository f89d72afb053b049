/** Phases of the client's folders: progress of the index of each folder, as reported by the indexing work. Pure. */

/** Current activity of a folder's index, or the reason why there is none. */
export type Phase =
  | { readonly kind: "opening" }
  | { readonly kind: "indexing"; readonly percent: number; readonly message: string }
  | { readonly kind: "ready" }
  | { readonly kind: "none"; readonly reason: string };

/** Current phase by folder URI. */
export class FolderPhases {
  private readonly byUri = new Map<string, Phase>();

  constructor(private readonly onChange: () => void) {}

  of(uri: string): Phase {
    return this.byUri.get(uri) ?? { kind: "opening" };
  }

  set(uri: string, phase: Phase): void {
    this.byUri.set(uri, phase);
    this.onChange();
  }

  remove(uri: string): void {
    this.byUri.delete(uri);
    this.onChange();
  }
}
