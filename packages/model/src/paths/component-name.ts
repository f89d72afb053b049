/** Names of components, which files give: `UserCard.vue` holds `UserCard`. */
import { isContainer, type Language } from "../kinds.js";

/** The name of a file's component; empty for other files. @param path repo-relative */
export function componentName(language: Language, path: string): string {
  if (!isContainer(language) || language === "notebook") return "";
  const file = path.slice(path.lastIndexOf("/") + 1);
  return pascalCase(file.slice(0, file.lastIndexOf(".")));
}

/** A name in PascalCase: of a file, or of a component in a template, `user-card`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^[^\p{L}\p{N}$]*|[^\p{L}\p{N}$]+)([\p{L}\p{N}$]?)/gu, (_, first: string) =>
    first.toUpperCase(),
  );
}

const SPECIFIER = "component:";

/** The specifier of the component of that name, wherever its file lies. No package name has this form. */
export function componentSpecifier(name: string): string {
  return SPECIFIER + name;
}

/** The component that a specifier names; `undefined` for specifiers of modules. */
export function specifiedComponent(specifier: string): string | undefined {
  return specifier.startsWith(SPECIFIER) ? specifier.slice(SPECIFIER.length) : undefined;
}
