/** Keys with a provider's prefix, and their stand-ins: of the same prefix and length, since patterns read those. */

interface TokenForm {
  /** What stays. Of known words alone: anything else may be a part of the secret. */
  readonly prefix: string;
  /** What follows. */
  readonly rest: string;
  /** Characters that part the rest, in the same places in all of a provider's keys. */
  readonly parted?: RegExp;
  /** Digits are written as these letters where the form has none. */
  readonly letters?: string;
}

const BASE32_LETTERS = "ABCDEFGHIJ";

const FORMS: readonly TokenForm[] = [
  { prefix: "(?:AKIA|ASIA|ABIA|ACCA)", rest: String.raw`[A-Z2-7]{16}\b`, letters: BASE32_LETTERS },
  { prefix: "gh[oprsu]_", rest: String.raw`[A-Za-z0-9]{30,255}\b` },
  { prefix: "github_pat_", rest: String.raw`\w{40,255}\b`, parted: /_/ },
  { prefix: "gl(?:pat|rt|dt|cbt|ptt|ft|oas|soat|agent|imt|ffct)-", rest: String.raw`[\w-]{20,64}` },
  { prefix: "glsa_", rest: String.raw`[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b`, parted: /_/ },
  { prefix: "glc_", rest: "[A-Za-z0-9+/]{32,400}={0,2}" },
  { prefix: "xox[abeoprs]-", rest: "[A-Za-z0-9-]{10,255}", parted: /-/ },
  { prefix: "[rs]k_(?:live|test)_", rest: "[A-Za-z0-9]{10,255}" },
  // The other words that may follow are found and not kept.
  { prefix: "sk-(?:(?:proj|ant|svcacct|admin|or)-)?", rest: String.raw`(?:[a-z]+-)?[\w-]{20,255}` },
  { prefix: "AIza", rest: String.raw`[\w-]{35}` },
  { prefix: "npm_", rest: String.raw`[A-Za-z0-9]{36}\b` },
  { prefix: "dop_v1_", rest: String.raw`[a-f0-9]{64}\b` },
  { prefix: "do[or]_v1_", rest: String.raw`[a-f0-9]{64}\b` },
  { prefix: "whsec_", rest: "[A-Za-z0-9]{24,255}" },
  { prefix: "shp(?:at|ca|pa|ss)_", rest: String.raw`[a-fA-F0-9]{32}\b` },
  { prefix: "hf_", rest: String.raw`[A-Za-z0-9]{34}\b` },
  { prefix: "pypi-", rest: String.raw`[\w-]{60,400}` },
  { prefix: "dapi", rest: String.raw`[a-f0-9]{32}\b` },
  { prefix: "lin_api_", rest: String.raw`[A-Za-z0-9]{40}\b` },
  { prefix: "sntrys_", rest: "[A-Za-z0-9+/_=]{40,400}" },
  { prefix: "NRAK-", rest: String.raw`[A-Z0-9]{27}\b` },
  { prefix: "GOCSPX-", rest: String.raw`[\w-]{28}` },
  { prefix: String.raw`ya29\.`, rest: String.raw`[\w-]{30,400}` },
  {
    prefix: String.raw`hooks\.slack\.com/services/`,
    rest: String.raw`[A-Z0-9]{8,12}/[A-Z0-9]{8,12}/[A-Za-z0-9]{20,40}\b`,
    parted: /\//,
  },
  { prefix: String.raw`hvs\.`, rest: String.raw`[\w-]{24,255}` },
  { prefix: String.raw`SG\.`, rest: String.raw`[\w-]{22}\.[\w-]{43}`, parted: /\./ },
];

export const TOKENS: readonly RegExp[] = FORMS.map(
  ({ prefix, rest }) => new RegExp(String.raw`\b${prefix}${rest}`, "g"),
);
export const TOKEN_HINT =
  /A[KSBC]IA|ACCA|gh[oprsu]_|github_pat_|gl(?:[a-z]{2,5}-|sa_|c_)|xox|[rs]k[_-]|AIza|npm_|do[por]_v1_|whsec_|shp\w\w_|hf_|pypi-|dapi|lin_api_|sntrys_|NRAK-|GOCSPX-|ya29\.|slack\.com\/s|hvs\.|SG\./;

const PREFIXES = FORMS.map(({ prefix }) => new RegExp(`^${prefix}`));
const prefixesOf = (holds: (form: TokenForm) => boolean): string =>
  `(?:${FORMS.filter(holds)
    .map(({ prefix }) => prefix)
    .join("|")})`;

/** Digits of the number of a stand-in at most; what is before them is zeros. */
const DIGITS = 6;

/** What looks like a stand-in, as the source of an expression. */
export const TOKEN_STAND_IN = String.raw`\b(?:${[
  String.raw`${prefixesOf(({ parted, letters }) => parted === undefined && letters === undefined)}0{4}\d{6,400}`,
  String.raw`${prefixesOf(({ parted }) => parted !== undefined)}(?=(?:[._/-]?0){4})[\d._/-]{9,300}\d`,
  `${prefixesOf(({ letters }) => letters !== undefined)}A{${16 - DIGITS}}[A-J]{${DIGITS}}`,
].join("|")})(?!\w)`;

/** Stand-in for a token; undefined if its form is unknown. `number`: at most six digits. */
export function tokenStandIn(value: string, number: number): string | undefined {
  const nth = PREFIXES.findIndex((prefix) => prefix.test(value));
  if (nth < 0) return undefined;
  const { parted, letters } = FORMS[nth]!;
  const prefix = PREFIXES[nth]!.exec(value)![0];
  const digits = [...String(number)];
  const rest = [...value.slice(prefix.length)].reverse().map((c) => {
    if (parted?.test(c) === true) return c;
    const digit = digits.pop() ?? "0";
    return letters === undefined ? digit : letters[Number(digit)]!;
  });
  return digits.length > 0 ? undefined : prefix + rest.reverse().join("");
}
