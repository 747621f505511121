/** Lines of YAML in parts for coloring, as far as lines alone tell: what stands in a block text is text. */

export interface YamlPart {
  readonly kind: "key" | "string" | "number" | "comment" | "plain";
  readonly text: string;
}

const TOKEN =
  /(?<comment>(?<![^\s])#.*$)|(?<key>(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w./$][\w./$ -]*?)(?=:(?:\s|$)))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<number>(?<![\w./:-])(?:\d{4}-\d\d-\d\d[\dT:.Z+-]*|-?\d[\d.]*(?:ns|us|ms|s|m|h)?)(?=[\s,}\]]|$))|(?<plain>[\w./$][\w./$-]*|[^\w])/gu;
const BLOCK = /(?:^|[\s:])[|>][-+\d]*\s*(?:#.*)?$/;

/** A block text that is an item of a list, not the value of a key. */
const ITEM = /^[ ]*(?:-[ ]+)+[|>]/;

export function markYaml(lines: readonly string[]): YamlPart[][] {
  /** Blanks before the line that a block text belongs to. */
  let block: number | undefined;
  return lines.map((line) => {
    const blanks = /^[ ]*/.exec(line)![0].length;
    if (block !== undefined) {
      if (line.trim() === "" || blanks > block) return [{ kind: "string", text: line }];
      block = undefined;
    }
    const parts: YamlPart[] = [];
    for (const { groups } of line.matchAll(TOKEN)) {
      const [kind, text] = Object.entries(groups!).find(([, found]) => found !== undefined) as [
        YamlPart["kind"],
        string,
      ];
      const last = parts.at(-1);
      if (last?.kind === kind && kind === "plain") parts[parts.length - 1] = { kind, text: last.text + text };
      else parts.push({ kind, text });
    }
    if (BLOCK.test(line)) block = ITEM.test(line) ? blanks : /^[ ]*(?:-[ ]+)*/.exec(line)![0].length;
    return parts;
  });
}
