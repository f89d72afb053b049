/** Read-only documents whose text the extension provides. */
import { commands, type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from "vscode";

const SCHEME = "sdl";

/** Texts by document name; a changed text updates open editors. */
export class Documents implements Disposable, TextDocumentContentProvider {
  private readonly changes = new EventEmitter<Uri>();
  private readonly registered: Disposable;
  private readonly texts = new Map<string, string>();
  readonly onDidChange = this.changes.event;

  constructor() {
    this.registered = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  /** @param name file name with `.md` */
  write(name: string, text: string): void {
    const uri = documentUri(name);
    this.texts.set(uri.path, text);
    this.changes.fire(uri);
  }

  /** Shows the document's Markdown preview beside the active editor. */
  async show(name: string): Promise<void> {
    await commands.executeCommand("markdown.showPreviewToSide", documentUri(name));
  }

  provideTextDocumentContent({ path }: Uri): string {
    return this.texts.get(path) ?? "Nothing is here yet.\n";
  }

  dispose(): void {
    this.registered.dispose();
    this.changes.dispose();
  }
}

function documentUri(name: string): Uri {
  return Uri.from({ scheme: SCHEME, path: name });
}
