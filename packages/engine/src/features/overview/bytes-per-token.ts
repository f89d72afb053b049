/** Bytes of source code to a token of o200k, for estimates of what reading files costs: measured on TypeScript and Python projects. */
export const SOURCE_BYTES_PER_TOKEN = 4;
