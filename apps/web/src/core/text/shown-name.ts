/** Characters that turn what stands after them around, also outside of the text that they are in; marks of single places stay. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name that somebody else may have given, so that it changes nothing around it where it is shown. */
export const withoutTurns = (text: string): string => text.replace(TURNS, "");
