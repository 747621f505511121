/** The first line of a text, up to `most` characters. */
export const firstLine = (text: string, most: number): string => text.slice(0, most).split("\n", 1)[0]!;
