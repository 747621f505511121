/** Amounts as people write them: `0.5`, `0,5`, `1,000`, `1.000.000`, `1.000,50`, `10k`, `2.5 M`, `1e6`. */

export type Amount = { readonly ok: true; readonly amount: number } | { readonly ok: false; readonly message: string };

const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };
const MOST = 1e15;
const LONGEST = 60;
const EXPECTED = "Expected a number above 0, such as 0.5, 1,000 or 10k.";

const refuse = (message: string): Amount => ({ ok: false, message });

/** A number above zero. `isWhole`: it counts something, so that three digits after one point are thousands. */
export function readAmount(text: string, isWhole = false): Amount {
  if (text.length > LONGEST) return refuse(EXPECTED);
  const found = /^([\d.,' _\u00a0\u2009\u202f]+?(?:e\+?\d{1,2})?)\s*([kmg]?)$/i.exec(text.trim());
  const number = found === null ? undefined : readNumber(found[1]!.replaceAll(/[' _\u00a0\u2009\u202f]/g, ""), isWhole);
  if (number === "ambiguous") {
    const plain = text.trim().replace(".", "");
    return refuse(`${text.trim()} can be read two ways. Write ${plain} or ${text.trim().replace(/0+$/, "")}0.`);
  }
  if (number === undefined) return refuse(EXPECTED);
  const amount = number * FACTORS[found![2]!.toLowerCase()]!;
  return amount > 0 && amount <= MOST ? { ok: true, amount } : refuse(EXPECTED);
}

function readNumber(text: string, isWhole: boolean): number | "ambiguous" | undefined {
  if (/^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(text)) {
    if (!/^[1-9]\d{0,2}\.\d{3}$/.test(text)) return Number(text);
    return isWhole ? Number(text.replace(".", "")) : "ambiguous";
  }
  // The last of two kinds of marks is the decimal one; one kind that stands several times groups.
  const last = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  const mark = text[last];
  const [whole, rest] = [text.slice(0, last), text.slice(last + 1)];
  if (isGrouped(text)) return Number(text.replaceAll(/[.,]/g, ""));
  if (/^\d+$/.test(rest) && !whole.includes(mark!) && (/^\d+$/.test(whole) || isGrouped(whole)))
    return Number(`${whole.replaceAll(/[.,]/g, "")}.${rest}`);
  return undefined;
}

/** Thousands, all with the same mark. */
const isGrouped = (text: string): boolean => /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(text);
