/** API of slice sessions: the slices that clients hold, shared by all processes of a repository. */
export {
  handleName,
  isDeltaHandle,
  mayBelongToRepository,
  toSliceHandle,
  toSpilloverHandle,
} from "./handle-names.js";
export { type KnownSlice, LEASE_MS, type SentSlice, type SliceSessions } from "./slice-sessions.js";
