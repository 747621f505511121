/** The arguments of `logs.secretfilter`, and its bounds. */
import type { Nanos } from "@sluice/languages/base";

export interface SecretfilterArgs {
  readonly redact_with: string;
  readonly redact_percent: number;
  readonly gitleaks_config: string;
  readonly rate: number;
  readonly origin_label: string;
  readonly processing_timeout: Nanos;
  readonly drop_on_timeout: boolean;
  readonly label_timed_out: boolean;
}

export const DEFAULT_PERCENT = 80;
/** UTF-16 units by which placeholders may make a line longer, all together. */
export const MAX_ADDED_UNITS = 1024 * 1024;
/** Secrets below this length are replaced where they were found, and nowhere else. */
export const MIN_ELSEWHERE = 8;
/** Units of lines that are searched for other occurrences of its secrets. */
export const MAX_SEARCHED = 2 ** 24;
/** Values of `origin_label` that are counted apart. */
export const MAX_ORIGINS = 1000;
export const OTHER_ORIGINS = "other";
export const TIMED_OUT = { name: "secretfilter", value: "timed-out" } as const;
