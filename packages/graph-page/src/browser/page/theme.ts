/**
 * Theme of the page, light or dark: the system's, unless the user or the client chose one (`data-theme` of the root
 * element); in an editor, the editor's.
 */
import type { PagePlace } from "../../page/page-data.js";
import { DARK, LIGHT, type Palette } from "../drawing/colours.js";
import { announceToScreenReader } from "./live.js";

const CHOICES = ["system", "light", "dark"] as const;

/** The theme in effect. */
export class Theme {
  private choice: (typeof CHOICES)[number] = "system";
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  /** @param onChange redraws */
  constructor(
    private readonly place: PagePlace,
    onChange: () => void,
  ) {
    this.system.addEventListener("change", onChange);
    const observer = new MutationObserver(onChange);
    if (place === "editor") observer.observe(document.body, { attributeFilter: ["class"] });
    else observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  palette(): Palette {
    const palette = this.isDark() ? DARK : LIGHT;
    if (this.place !== "editor") return palette;
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { ...palette, text: color, ground: backgroundColor };
  }

  attachThemeButton(button: HTMLButtonElement): void {
    button.addEventListener("click", () => {
      this.choice = CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length] ?? "system";
      if (this.choice === "system") delete document.documentElement.dataset["theme"];
      else document.documentElement.dataset["theme"] = this.choice;
      button.textContent = `Theme: ${this.choice}`;
      announceToScreenReader(`Theme: ${this.choice}.`);
    });
  }

  private isDark(): boolean {
    if (this.place === "editor") return /vscode-(dark|high-contrast(?!-light))/.test(document.body.className);
    const { theme } = document.documentElement.dataset;
    return theme === undefined ? this.system.matches : theme === "dark";
  }
}
