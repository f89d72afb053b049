/** Context as each client takes it from a hook's standard output. */

/**
 * Clients whose events begin with a small letter (Cursor's `postToolUse`) take a field of the answer and want an answer in any case; the others (`PostToolUse` of Claude Code
 * and Codex, `AfterTool` of Gemini CLI) take a field of what is for the event, and nothing as silence.
 * @param text what to add; empty: nothing
 */
export function hookAnswer(event: string, text: string): string {
  if (/^[a-z]/.test(event)) return `${JSON.stringify(text === "" ? {} : { additional_context: text })}\n`;
  if (text === "") return "";
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })}\n`;
}
