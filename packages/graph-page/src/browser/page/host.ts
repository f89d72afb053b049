/** Host functions that a page cannot do alone: an editor opens sources; in a browser the place is copied. */

import type { PagePlace } from "../../page/page-data.js";
import { placeText } from "../picture/words.js";
import { announceToScreenReader } from "./live.js";

interface EditorApi {
  postMessage(message: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Functions of the host that a page calls. */
export interface Host {
  /** Label of the button, in two words. */
  readonly openWords: string;
  open(place: { readonly file: string; readonly line: number }): void;
}

/** The host for the place in which the page is shown. */
export function chooseHost(place: PagePlace): Host {
  if (place === "editor" && typeof acquireVsCodeApi === "function") {
    const editor = acquireVsCodeApi();
    return {
      openWords: "Open source",
      open: ({ file, line }) => {
        editor.postMessage({ type: "open", file, line });
        announceToScreenReader(`Opened ${file}, line ${line}.`);
      },
    };
  }
  return {
    openWords: "Copy place",
    open: (place) =>
      void copyToClipboard(placeText(place)).then((isCopied) =>
        announceToScreenReader(
          isCopied ? `Copied ${placeText(place)}.` : `The browser did not copy ${placeText(place)}.`,
        ),
      ),
  };
}

async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
