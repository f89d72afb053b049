/** Public API of @sdl/memory: memories of a repository, and feedback on slices. */

export { feedbackFactors } from "./feedback/factors.js";
export { type Feedback, FeedbackBook, type FeedbackQuery, type FeedbackTaskType } from "./feedback/feedback-book.js";
export type { ProgramFiles } from "./files/program-files.js";
export type { Memory, MemoryType } from "./memory.js";
export { MemoryBook, type MemoryBookOptions, type MemoryQuery, type StoreRequest } from "./memory-book.js";
export { surfaceMemories } from "./surface.js";
