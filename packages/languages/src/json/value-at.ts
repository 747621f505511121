/** From a selection in a JSON text to the path of its value. */

export interface JsonValueAt {
  /** Names of fields and indexes of items, the outermost first. */
  readonly path: readonly (string | number)[];
  /** The written value, quotes included; UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;

/** The innermost text, number or word at `offset` of a valid JSON text; undefined without one. */
export function findJsonValue(text: string, offset: number): JsonValueAt | undefined {
  const path: (string | number)[] = [];
  /** Whether each container that is open is an object. */
  const open: boolean[] = [];
  let isKey = false;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const token = found[1]!;
    const end = TOKEN.lastIndex;
    const start = end - token.length;
    if (start > offset) return undefined;
    switch (token) {
      case "{":
      case "[":
        open.push(token === "{");
        isKey = token === "{";
        path.push(token === "{" ? "" : 0);
        break;
      case "}":
      case "]":
        open.pop();
        path.pop();
        isKey = false;
        break;
      case ",":
        isKey = open.at(-1) === true;
        if (!isKey) path.push((path.pop() as number) + 1);
        break;
      case ":":
        isKey = false;
        break;
      default:
        if (isKey) path[path.length - 1] = JSON.parse(token) as string;
        else if (offset < end) return { path: path.slice(), start, end };
    }
  }
  return undefined;
}
