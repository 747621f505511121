/** What `logs.secretfilter` does to an entry, as a step. Few configurations have one, so its work comes later in the page. */

import { formatFloat } from "@sluice/languages/gonumber";
import { secretfilterWork } from "#parts/components/pipelines/secretfilter-work";
import { arrives, path } from "../../pipeline/stage-coverage.ts";
import { label } from "../../pipeline/stage-flow.ts";
import { defineStage } from "../../pipeline/stage-spec.ts";
import { ownStatus } from "../../pipeline/status.ts";
import { boolField, durationField, filePathField, floatField, intField, stringField } from "../../schema/field.ts";
import { MAX_CONFIG_BYTES, MAX_CONFIG_EXPRESSIONS, MAX_CONFIG_RULES } from "../../sensitive/rule-limits.ts";
import {
  DEFAULT_PERCENT,
  MAX_ADDED_UNITS,
  MAX_ORIGINS,
  MIN_ELSEWHERE,
  OTHER_ORIGINS,
  TIMED_OUT,
} from "./secretfilter-args.ts";

export const secretfilterStage = defineStage({
  name: "secretfilter",
  summary: "Redacts secrets in the line.",
  rules: [
    "Sluice has rules of its own for keys of providers, private keys, web tokens, and values that their name marks as secret. They have Gitleaks' ids, such as `github-pat`, `jwt`, `private-key` and `generic-api-key`, but do not find exactly the same.",
    "Labels and structured metadata are not searched. Personal data, card numbers and bank accounts stay.",
    `A file of \`gitleaks_config\` has rules with \`regex\`, \`secretGroup\`, \`entropy\`, \`keywords\` and allowlists. \`[extend]\` with \`useDefault\` adds Sluice's own rules, a rule with the id of one changes it, and \`disabledRules\` leaves some out. \`[extend]\` with \`path\`, and \`required\`, are refused. The file may have ${MAX_CONFIG_BYTES} bytes, ${MAX_CONFIG_RULES} rules and ${MAX_CONFIG_EXPRESSIONS} expressions. The server reads it again when it has changed; a new file that cannot be used is logged, and the old one stays in use.`,
    `A secret of ${MIN_ELSEWHERE} characters or more is replaced wherever it occurs in the line. Placeholders make a line ${MAX_ADDED_UNITS} characters longer at most; beyond that they are \`REDACTED\`.`,
    "Expressions, keywords and allowlists that need too much work for a line count as a timeout; what Sluice's own rules found by then is redacted.",
    `The counter by category tells ${MAX_ORIGINS} values of \`origin_label\` apart; others are counted under \`${OTHER_ORIGINS}\`.`,
  ],
  category: "transform",
  state: "none",
  fields: {
    redact_with: stringField({
      holds: "text",
      doc: "Text for each secret: `$SECRET_NAME` is the rule's id, `$SECRET_HASH` the SHA-1 of the secret. Empty: `redact_percent` applies.",
      default: "",
      example: '"<$SECRET_NAME:$SECRET_HASH>"',
    }),
    redact_percent: intField({
      doc: "Share of each secret that is replaced, from its end, by `...`; 100 replaces it by `REDACTED`. Any value outside of 1 to 100 is 80.",
      default: DEFAULT_PERCENT,
      example: "100",
      unit: "percent",
    }),
    gitleaks_config: filePathField({
      use: "read",
      doc: "Path of a Gitleaks configuration in TOML. Empty: Sluice's own rules.",
      default: "",
      example: '"/etc/sluice/gitleaks.toml"',
    }),
    rate: floatField({
      doc: "Share of entries that are searched, from 0 to 1, by chance. The others pass unchanged.",
      default: 1,
      example: "0.1",
    }),
    origin_label: stringField({
      names: "label",
      doc: "Label whose value is `origin` of the counter by category.",
      default: "",
      example: '"namespace"',
    }),
    processing_timeout: durationField({
      doc: "Time after which no further rule looks at a line; 0 means no limit.",
      default: 0n,
      example: '"10ms"',
    }),
    drop_on_timeout: boolField({
      doc: "Whether entries past `processing_timeout` are dropped, not forwarded with what was found so far.",
      default: false,
    }),
    label_timed_out: boolField({
      doc: `Whether entries that are forwarded past \`processing_timeout\` have the label \`${TIMED_OUT.name}\` with the value \`${TIMED_OUT.value}\`.`,
      default: false,
    }),
  },
  check({ rate }, report) {
    if (rate >= 0 && rate <= 1) return;
    report.error(
      "rate-out-of-range",
      `secretfilter: rate must be between 0.0 and 1.0, received ${formatFloat(rate, "f", 6)}`,
      "rate",
    );
  },
  examples: [],
  flow: ({ label_timed_out }) => ({
    setsLine: true,
    sets: label_timed_out ? [label(TIMED_OUT.name, { argument: "label_timed_out", optional: true })] : [],
  }),
  coverage: () => [
    path("redacted", "it redacts nothing", (step) => ownStatus(step) === "changed"),
    path("past", "no entry is without a secret", (step) => arrives(step) && ownStatus(step) !== "changed"),
  ],
  create: (args, env) => secretfilterWork().start(args, env),
});
