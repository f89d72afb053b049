/** Web address of the repository's files, without a slash at the end; undefined while there is none. */
export const REPOSITORY_FILES = undefined;
