/** `<34>` at the beginning of a message. */

const PRIORITY = /^<(0|[1-9]\d{0,2})>/;
/** Facility 23, severity 7. */
const HIGHEST = 191;

/** The number, and where it ends in the text; undefined where there is none. */
export function readPriority(text: string): { readonly priority: number; readonly end: number } | undefined {
  const match = PRIORITY.exec(text);
  const priority = Number(match?.[1]);
  return match === null || priority > HIGHEST ? undefined : { priority, end: match[0].length };
}

export const NO_PRIORITY = 'it does not begin with a priority such as "<34>"';
