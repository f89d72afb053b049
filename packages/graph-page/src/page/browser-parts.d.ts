/**
 * Constants that scripts/bundle-browser.mjs makes from src/browser/; because they are constants, their hashes are too.
 */

/** The page's code, with the licences of its libraries. Contains no `</script`. */
export declare const SCRIPT: string;
/** `sha256-…`, as written in a content security policy. */
export declare const SCRIPT_HASH: string;
export declare const STYLE: string;
/** `sha256-…` */
export declare const STYLE_HASH: string;
