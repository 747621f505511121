/** Keys with a provider's prefix, and their stand-ins: of the same prefix and length, since patterns read those. */

interface TokenForm {
  /** Gitleaks' id of the rule for it, by what the key begins with where there are several; our own where it has none. */
  readonly rule: string | Readonly<Record<string, string>>;
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

const GITLAB_RULES = {
  "glpat-": "gitlab-pat",
  "glrt-": "gitlab-rrt",
  "gldt-": "gitlab-deploy-token",
  "glcbt-": "gitlab-cicd-job-token",
  "glptt-": "gitlab-ptt",
  "glft-": "gitlab-feed-token",
  "gloas-": "gitlab-oauth-app-secret",
  "glsoat-": "gitlab-scim-token",
  "glagent-": "gitlab-kubernetes-agent-token",
  "glimt-": "gitlab-incoming-mail-token",
  "glffct-": "gitlab-feature-flag-client-token",
} as const;

const FORMS: readonly TokenForm[] = [
  {
    rule: "aws-access-token",
    prefix: "(?:AKIA|ASIA|ABIA|ACCA)",
    rest: String.raw`[A-Z2-7]{16}\b`,
    letters: BASE32_LETTERS,
  },
  {
    rule: { gho_: "github-oauth", ghp_: "github-pat", ghr_: "github-refresh-token", gh: "github-app-token" },
    prefix: "gh[oprsu]_",
    rest: String.raw`[A-Za-z0-9]{30,255}\b`,
  },
  { rule: "github-fine-grained-pat", prefix: "github_pat_", rest: String.raw`\w{40,255}\b`, parted: /_/ },
  { rule: GITLAB_RULES, prefix: "gl(?:pat|rt|dt|cbt|ptt|ft|oas|soat|agent|imt|ffct)-", rest: String.raw`[\w-]{20,64}` },
  {
    rule: "grafana-service-account-token",
    prefix: "glsa_",
    rest: String.raw`[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b`,
    parted: /_/,
  },
  { rule: "grafana-cloud-api-token", prefix: "glc_", rest: "[A-Za-z0-9+/]{32,400}={0,2}" },
  {
    rule: {
      xoxb: "slack-bot-token",
      xoxe: "slack-config-access-token",
      xoxa: "slack-legacy-workspace-token",
      xoxr: "slack-legacy-workspace-token",
      xox: "slack-user-token",
    },
    prefix: "xox[abeoprs]-",
    rest: "[A-Za-z0-9-]{10,255}",
    parted: /-/,
  },
  { rule: "stripe-access-token", prefix: "[rs]k_(?:live|test)_", rest: "[A-Za-z0-9]{10,255}" },
  // The other words that may follow are found and not kept.
  {
    rule: { "sk-ant-": "anthropic-api-key", "sk-": "openai-api-key" },
    prefix: "sk-(?:(?:proj|ant|svcacct|admin|or)-)?",
    rest: String.raw`(?:[a-z]+-)?[\w-]{20,255}`,
  },
  { rule: "gcp-api-key", prefix: "AIza", rest: String.raw`[\w-]{35}` },
  { rule: "npm-access-token", prefix: "npm_", rest: String.raw`[A-Za-z0-9]{36}\b` },
  { rule: "digitalocean-pat", prefix: "dop_v1_", rest: String.raw`[a-f0-9]{64}\b` },
  {
    rule: { doo_: "digitalocean-access-token", dor_: "digitalocean-refresh-token" },
    prefix: "do[or]_v1_",
    rest: String.raw`[a-f0-9]{64}\b`,
  },
  { rule: "stripe-webhook-secret", prefix: "whsec_", rest: "[A-Za-z0-9]{24,255}" },
  {
    rule: {
      shpat_: "shopify-access-token",
      shpca_: "shopify-custom-access-token",
      shppa_: "shopify-private-app-access-token",
      shpss_: "shopify-shared-secret",
    },
    prefix: "shp(?:at|ca|pa|ss)_",
    rest: String.raw`[a-fA-F0-9]{32}\b`,
  },
  { rule: "huggingface-access-token", prefix: "hf_", rest: String.raw`[A-Za-z0-9]{34}\b` },
  { rule: "pypi-upload-token", prefix: "pypi-", rest: String.raw`[\w-]{60,400}` },
  { rule: "databricks-api-token", prefix: "dapi", rest: String.raw`[a-f0-9]{32}\b` },
  { rule: "linear-api-key", prefix: "lin_api_", rest: String.raw`[A-Za-z0-9]{40}\b` },
  { rule: "sentry-org-token", prefix: "sntrys_", rest: "[A-Za-z0-9+/_=]{40,400}" },
  { rule: "new-relic-user-api-key", prefix: "NRAK-", rest: String.raw`[A-Z0-9]{27}\b` },
  { rule: "gcp-oauth-client-secret", prefix: "GOCSPX-", rest: String.raw`[\w-]{28}` },
  { rule: "gcp-oauth-access-token", prefix: String.raw`ya29\.`, rest: String.raw`[\w-]{30,400}` },
  {
    rule: "slack-webhook-url",
    prefix: String.raw`hooks\.slack\.com/services/`,
    rest: String.raw`[A-Z0-9]{8,12}/[A-Z0-9]{8,12}/[A-Za-z0-9]{20,40}\b`,
    parted: /\//,
  },
  { rule: "telegram-bot-api-token", prefix: "bot", rest: String.raw`\d{8,10}:[\w-]{35}`, parted: /:/ },
  {
    rule: "discord-webhook",
    prefix: String.raw`discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/`,
    rest: String.raw`\d{17,20}/[\w-]{60,80}`,
    parted: /\//,
  },
  { rule: "vault-service-token", prefix: String.raw`hvs\.`, rest: String.raw`[\w-]{24,255}` },
  { rule: "sendgrid-api-token", prefix: String.raw`SG\.`, rest: String.raw`[\w-]{22}\.[\w-]{43}`, parted: /\./ },
];

export const TOKENS: readonly RegExp[] = FORMS.map(
  ({ prefix, rest }) => new RegExp(String.raw`\b${prefix}${rest}`, "g"),
);
export const TOKEN_HINT =
  /A[KSBC]IA|ACCA|gh[oprsu]_|github_pat_|gl(?:[a-z]{2,5}-|sa_|c_)|xox|[rs]k[_-]|AIza|npm_|do[por]_v1_|whsec_|shp\w\w_|hf_|pypi-|dapi|lin_api_|sntrys_|NRAK-|GOCSPX-|ya29\.|slack\.com\/s|\bbot\d{8}|discord(?:app)?\.com\/api|hvs\.|SG\./;

const PREFIXES = FORMS.map(({ prefix }) => new RegExp(`^${prefix}`));
const prefixesOf = (holds: (form: TokenForm) => boolean): string =>
  `(?:${FORMS.filter(holds)
    .map(({ prefix }) => prefix)
    .join("|")})`;

const formOf = (value: string): number => PREFIXES.findIndex((prefix) => prefix.test(value));

/** The id of the rule that finds a token; undefined if its form is unknown. */
export function tokenRule(value: string): string | undefined {
  const rule = FORMS[formOf(value)]?.rule;
  if (typeof rule !== "object") return rule;
  return Object.entries(rule).find(([beginning]) => value.startsWith(beginning))![1];
}

/** Ids of the rules for all forms. */
export const TOKEN_RULES: readonly string[] = FORMS.flatMap(({ rule }) =>
  typeof rule === "string" ? rule : Object.values(rule),
);

/** Digits of the number of a stand-in at most; what is before them is zeros. */
const DIGITS = 6;

/** What looks like a stand-in, as the source of an expression. */
export const TOKEN_STAND_IN = String.raw`\b(?:${[
  String.raw`${prefixesOf(({ parted, letters }) => parted === undefined && letters === undefined)}0{4}\d{6,400}`,
  String.raw`${prefixesOf(({ parted }) => parted !== undefined)}(?=(?:[._/:-]?0){4})[\d._/:-]{9,300}\d`,
  `${prefixesOf(({ letters }) => letters !== undefined)}A{${16 - DIGITS}}[A-J]{${DIGITS}}`,
].join("|")})(?!\w)`;

/** Stand-in for a token; undefined if its form is unknown. `number`: at most six digits. */
export function tokenStandIn(value: string, number: number): string | undefined {
  const nth = formOf(value);
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
