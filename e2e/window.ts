/** The default size of the browser's window. */
export const WINDOW = { width: 1440, height: 900 };
