/** What is said where the text became another one while a change of it was asked for. */
export const CHANGED_MEANWHILE = "The configuration has changed in the meantime. Try again.";
