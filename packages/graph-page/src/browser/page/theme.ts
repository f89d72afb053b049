/** Light or dark: as the system says, unless the user says otherwise; in an editor as the editor has it. */
import { DARK, LIGHT, type Palette } from "../drawing/colours.js";
import { say } from "./live.js";

const CHOICES = ["system", "light", "dark"] as const;

export class Theme {
  private choice: (typeof CHOICES)[number] = "system";
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  /** @param onChange draws anew */
  constructor(
    private readonly inEditor: boolean,
    private readonly onChange: () => void,
  ) {
    this.system.addEventListener("change", onChange);
    if (inEditor) new MutationObserver(onChange).observe(document.body, { attributeFilter: ["class"] });
  }

  palette(): Palette {
    const palette = this.isDark() ? DARK : LIGHT;
    if (!this.inEditor) return palette;
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { ...palette, text: color, ground: backgroundColor };
  }

  attach(button: HTMLButtonElement): void {
    button.addEventListener("click", () => {
      this.choice = CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length] ?? "system";
      if (this.choice === "system") delete document.documentElement.dataset["theme"];
      else document.documentElement.dataset["theme"] = this.choice;
      button.textContent = `Theme: ${this.choice}`;
      say(`Theme: ${this.choice}.`);
      this.onChange();
    });
  }

  private isDark(): boolean {
    if (this.inEditor) return /vscode-(dark|high-contrast(?!-light))/.test(document.body.className);
    return this.choice === "system" ? this.system.matches : this.choice === "dark";
  }
}
