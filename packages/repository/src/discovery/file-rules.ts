/** What a refresh records of files, and which it does not read; versions that come from elsewhere follow it. */

/** Bit of a file's flags in the ledger. */
export const FILE_GENERATED = 1;
/** A larger configuration file is not read: none that people write comes near. */
export const MAX_CONFIG_BYTES = 1_000_000;
