/** Lines without a time that look like entries by themselves, and not like what goes on in the entry before. */
import { continuesEntry } from "../detect/index.ts";

/** Two words that follow each other: what somebody says, and no row of a dump or a table. */
const SENTENCE = /^[A-Za-z[("'*<-].*?\b[A-Za-z]{2,}[:,]? +["'([]?[A-Za-z]{2,}/;
/** The line before goes on: it ends where none ends. */
const OPEN = /(?:[:,({[\\=+|&]|\b(?:and|or|the|of|to))$/;
/** Clauses of a statement that is laid out in lines, and what runtimes say before their frames. */
const CLAUSE =
  /^(?:SELECT|FROM|WHERE|AND|OR|(?:LEFT |RIGHT |INNER |OUTER |FULL |CROSS )*JOIN|ON|GROUP BY|ORDER BY|HAVING|LIMIT|OFFSET|UNION|VALUES|SET|INSERT|UPDATE|DELETE|WITH|RETURNING|BEGIN|END|goroutine \d|panic:|fatal error:|exit status|stack trace|backtrace)\b/i;
/** `Thread: 12`, `User-Agent: curl`: a field of a block. */
const FIELD = /^[A-Z][\w-]*(?: [\w-]+){0,3}: ?\S/;
/** Lines of a block that are looked at. */
const MAX_BLOCK = 200;

/**
 * Whether the line `i`, which begins no entry as others do, looks like one: a sentence that is not indented, in a block that is no
 * trace, no listing and no statement.
 */
export function looksLikeEntry(texts: readonly string[], isHead: readonly boolean[], i: number): boolean {
  const text = texts[i]!;
  if (continuesEntry(text) || CLAUSE.test(text) || !SENTENCE.test(text)) return false;
  if (OPEN.test(texts[i - 1]!.trimEnd())) return false;
  let to = i;
  while (to + 1 < texts.length && to < i + MAX_BLOCK && isHead[to + 1] === false) to++;
  let from = i;
  while (from > 0 && from > i - MAX_BLOCK && isHead[from - 1] === false) from--;
  // What indented lines follow is the beginning of these, and what stands between the lines of a trace is of it.
  if (i < to && /^\s/.test(texts[i + 1]!)) return false;
  const before = texts.slice(from, i).some(belongs);
  const after = texts.slice(i + 1, to + 1).some(belongs);
  if (before && after) return false;
  return !(FIELD.test(text) && texts.slice(from, to + 1).every((line) => FIELD.test(line)) && to > from + 1);
}

const belongs = (text: string): boolean => continuesEntry(text) || CLAUSE.test(text);
