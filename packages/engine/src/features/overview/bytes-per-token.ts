/** Bytes of source code per o200k token, to estimate the tokens of whole files. Measured on TypeScript and Python projects. */
export const SOURCE_BYTES_PER_TOKEN = 4;
