/** Where the repository's files can be read on the web, without a slash at the end; undefined as long as there is no such place. */
export const REPOSITORY_FILES = undefined;
