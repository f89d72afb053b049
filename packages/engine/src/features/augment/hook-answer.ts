/** Output of a hook, in the format of each client. */

/**
 * Clients whose event names begin with a lower-case letter (Cursor's `postToolUse`) read `additional_context` and require an answer even if nothing
 * is added. The others (`PostToolUse` of Claude Code and Codex, `AfterTool` of Gemini CLI) read `hookSpecificOutput`, and empty output means that
 * nothing is added.
 * @param text the text to add; empty if there is none
 */
export function hookAnswer(event: string, text: string): string {
  if (/^[a-z]/.test(event)) return `${JSON.stringify(text === "" ? {} : { additional_context: text })}\n`;
  if (text === "") return "";
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })}\n`;
}
