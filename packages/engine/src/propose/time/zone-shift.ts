/** By how much two times of one entry lie apart: zones do so by whole quarters of an hour. */
import { MINUTE, type Nanos } from "@sluice/languages/base";

const QUARTER = 15n * MINUTE;
/** Share of the entries whose two times must lie apart alike. */
export const AGREE = 0.95;

/** The whole quarters of an hour in `by`, rounded down. */
export const wholeQuarters = (by: Nanos): Nanos => (by < 0n ? (by - QUARTER + 1n) / QUARTER : by / QUARTER) * QUARTER;
