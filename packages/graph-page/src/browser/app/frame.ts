/** The frame in which a client shows the page: theme, display mode, and preferred height. */
import { elementById } from "../page/dom.js";
import { announceToScreenReader } from "../page/live.js";
import type { HostLink } from "./host-link.js";

/** Fields of a client's `hostContext` (SEP-1865) about the frame. */
export interface FrameContext {
  readonly theme?: "light" | "dark";
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly containerDimensions?: { readonly height?: number; readonly maxHeight?: number };
}

/** Preferred height in points: fits the picture and, beside or below it, part of the list. */
const PICTURE_HEIGHT = 620;

/** Follows the client's frame, and asks the client for another height or display mode. */
export class Frame {
  private context: FrameContext = {};
  private sentHeight: number | undefined;

  constructor(private readonly link: HostLink) {
    elementById("enlarge").addEventListener("click", () => void this.toggleSize());
  }

  /** Applies the client's changes. @param change the changed members only */
  applyContextChange(change: FrameContext): void {
    this.context = { ...this.context, ...change };
    const { theme, displayMode = "inline", availableDisplayModes = [] } = this.context;
    const { dataset } = document.documentElement;
    if (theme === "light" || theme === "dark") dataset["theme"] = theme;
    dataset["display"] = displayMode;
    const button = elementById("enlarge");
    button.hidden = !availableDisplayModes.includes(otherMode(displayMode));
    button.textContent = displayMode === "fullscreen" ? "Leave full screen" : "Full screen";
  }

  /** Sends the preferred height to the client, unless the client fixed the height. */
  sendPreferredHeight(): void {
    const { displayMode = "inline", containerDimensions = {} } = this.context;
    if (displayMode !== "inline" || containerDimensions.height !== undefined) return;
    const wanted = document.body.classList.contains("waiting") ? bottomEdgeOf(elementById("notice")) : PICTURE_HEIGHT;
    const height = Math.min(wanted, containerDimensions.maxHeight ?? wanted);
    if (height === this.sentHeight) return;
    this.sentHeight = height;
    this.link.notify("ui/notifications/size-changed", { height });
  }

  /** Requests the other display mode. The client may choose a different one. */
  private async toggleSize(): Promise<void> {
    try {
      const wanted = otherMode(this.context.displayMode);
      const { mode } = await this.link.request("ui/request-display-mode", { mode: wanted });
      if (typeof mode === "string") this.applyContextChange({ displayMode: mode });
      this.sendPreferredHeight();
    } catch {
      announceToScreenReader("The client does not change the size of the page.");
    }
  }
}

function otherMode(mode = "inline"): string {
  return mode === "fullscreen" ? "inline" : "fullscreen";
}

/** The lower edge of an element, from the top of the page. */
function bottomEdgeOf(element: HTMLElement): number {
  return Math.ceil(element.getBoundingClientRect().bottom + window.scrollY);
}
