/** The public API of @sdl/memory: memories of a repository and feedback on slices. */

export { type FeedbackTask, feedbackFactors } from "./feedback/factors.js";
export { type Feedback, FeedbackBook, type FeedbackQuery, type FeedbackTaskType } from "./feedback/feedback-book.js";
export type { OwnFiles } from "./files/own-files.js";
export {
  MAX_CONTENT,
  MAX_LINKS,
  MAX_TAGS,
  MAX_TITLE,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  type SurfacedMemory,
} from "./memory.js";
export {
  MemoryBook,
  type MemoryBookOptions,
  type MemoryQuery,
  type MemoryView,
  type StoreRequest,
  type StoreResult,
} from "./memory-book.js";
export { type SurfaceRequest, surfaceMemories } from "./surface.js";
