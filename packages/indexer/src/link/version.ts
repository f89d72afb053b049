/** Raise with every change of what the same facts are linked to: an index of another version is linked anew. */
export const LINKER_VERSION = 9;
