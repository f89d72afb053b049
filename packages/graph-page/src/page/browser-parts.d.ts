/** Made by scripts/bundle-browser.mjs of src/browser/: constants, so that their hashes are, too. */

/** The page's code, with the licences of the libraries in it. Holds no `</script`. */
export declare const SCRIPT: string;
/** `sha256-…`, as a content security policy names it. */
export declare const SCRIPT_HASH: string;
export declare const STYLE: string;
/** `sha256-…` */
export declare const STYLE_HASH: string;
