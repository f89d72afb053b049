/** Slices as a client asks for them: retrieval finds the seeds, the slice package chooses, the envelope says until when it holds. */
import type { SeedFinder, SliceBuildRequest } from "@sdl/slice";
import type { SliceRequest } from "../actions/slice-build.js";
import type { Query } from "./pinned.js";
import { repositoryPath } from "./repository-path.js";
