/** What makes facts and links here. An index that another program made is made anew, file by file: its facts and links may be others. */
import { EXTRACTOR_VERSION, LINKER_VERSION } from "@sdl/indexer";

export const PRODUCER = `facts ${EXTRACTOR_VERSION} links ${LINKER_VERSION}`;
