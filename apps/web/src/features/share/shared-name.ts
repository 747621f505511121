/** What is handed on, as it is known without reading it. */

/** The beginning of the fragment of a link that was shared, with its version. */
export const ANY_LINK = /^s(\d{1,9})=/;

/** Whether a fragment, without its `#`, is that of a link that was shared, of any version. */
export const isSharedFragment = (fragment: string): boolean => ANY_LINK.test(fragment);

/** Characters of a link at most: chats and mail programs cut longer ones. */
export const MAX_LINK = 8000;

/** Bytes of a bundle. */
export const MAX_BUNDLE = 32 * 1024 * 1024;

export const BUNDLE_SUFFIX = ".sluice.json.gz";

/** Whether a text, of which the beginning is enough, is that of a bundle. */
export const isBundleText = (text: string): boolean => /^\s*\{\s*"sluice"\s*:\s*"document"/.test(text);
