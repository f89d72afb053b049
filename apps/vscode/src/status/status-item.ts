/** Item in the status bar with its menu; also sets the context keys for commands and views. */
import {
  commands,
  type Disposable,
  MarkdownString,
  type QuickPickItem,
  QuickPickItemKind,
  StatusBarAlignment,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import type { ServerLink } from "../server/server-link.js";
import { type StatusKind, type StatusView, statusView } from "./status-view.js";

/** Interval of updates, because the displayed age of the index grows. */
const UPDATE_INTERVAL_MS = 60_000;

const BACKGROUNDS: Partial<Record<StatusKind, string>> = {
  offline: "statusBarItem.warningBackground",
  stale: "statusBarItem.warningBackground",
};

/** The item; a click opens its menu. */
export class StatusItem implements Disposable {
  private readonly item = window.createStatusBarItem("sdl.status", StatusBarAlignment.Right, 100);
  private readonly timer: NodeJS.Timeout;
  private readonly listening: Disposable;
  private readonly contexts = new Map<string, boolean>();

  constructor(private readonly link: ServerLink) {
    this.item.name = "SDL";
    this.item.command = "sdl.showMenu";
    this.timer = setInterval(() => this.show(), UPDATE_INTERVAL_MS);
    this.listening = link.onChange(() => this.show());
    this.show();
    this.item.show();
  }

  get view(): StatusView {
    const { state: link, folders } = this.link;
    return statusView({ link, folders, isTrusted: workspace.isTrusted, nowMs: Date.now() });
  }

  dispose(): void {
    clearInterval(this.timer);
    this.listening.dispose();
    this.item.dispose();
  }

  async showMenu(): Promise<void> {
    const { view } = this;
    const picked = await window.showQuickPick(menuItems(view), { title: "SDL", placeHolder: view.details.join(" ") });
    if (picked?.command !== undefined) await commands.executeCommand(picked.command);
  }

  private show(): void {
    const { item, link } = this;
    const { kind, text, details } = this.view;
    const background = BACKGROUNDS[kind];
    item.text = text;
    item.tooltip = new MarkdownString(details.map(escaped).join("  \n"));
    item.backgroundColor = background === undefined ? undefined : new ThemeColor(background);
    item.accessibilityInformation = { label: `${text.replace(/\$\([^)]*\)/g, "")}. ${details.join(" ")}` };
    this.setContext("sdl.running", link.state.kind === "running");
    this.setContext(
      "sdl.indexed",
      link.folders.some(({ index }) => index !== undefined),
    );
  }

  /** Sets a context key on which commands and views depend, if its value changed. */
  private setContext(name: string, value: boolean): void {
    if (this.contexts.get(name) === value) return;
    this.contexts.set(name, value);
    void commands.executeCommand("setContext", name, value);
  }
}

interface MenuItem extends QuickPickItem {
  readonly command?: string;
}

function menuItems({ kind }: StatusView): MenuItem[] {
  const restart = { label: "$(debug-restart) Restart the server", command: "sdl.restartServer" };
  const log = { label: "$(output) Show the log", command: "sdl.showLog" };
  if (!workspace.isTrusted) {
    return [{ label: "$(workspace-trusted) Manage workspace trust", command: "workbench.trust.manage" }, log];
  }
  if (kind === "offline") return [restart, log];
  return [
    { label: "$(search) Slice for a task…", command: "sdl.sliceForTask" },
    { label: "$(flame) Blast radius of unsaved and uncommitted changes", command: "sdl.blastRadius" },
    { label: "", kind: QuickPickItemKind.Separator },
    { label: "$(sync) Reindex what changed", command: "sdl.reindex" },
    { label: "$(refresh) Reindex every file", command: "sdl.reindexAll" },
    { label: "$(pulse) Doctor: what is wrong with the index?", command: "sdl.doctor" },
    log,
    restart,
  ];
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&$]/g, "\\$&");
}
