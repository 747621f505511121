/** Recognizes shared documents without reading them. */

/** The beginning of the fragment of a shared link, with its version. */
export const ANY_LINK = /^s(\d{1,9})=/;

/** Whether a fragment, without its `#`, is that of a shared link of any version. */
export const isSharedFragment = (fragment: string): boolean => ANY_LINK.test(fragment);

/** The most characters of a link: chats and mail programs cut longer ones. */
export const MAX_LINK = 8000;

/** The most bytes of a bundle. */
export const MAX_BUNDLE = 32 * 1024 * 1024;

export const BUNDLE_SUFFIX = ".sluice.json.gz";

/** Whether a text is that of a bundle; its beginning is enough. */
export const isBundleText = (text: string): boolean => /^\s*\{\s*"sluice"\s*:\s*"document"/.test(text);
