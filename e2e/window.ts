/** The size of the browser's window, unless a test gives it another. */
export const WINDOW = { width: 1440, height: 900 };
