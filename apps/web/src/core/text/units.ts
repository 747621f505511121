/** Amounts as they are read: `3.12 s`, `18.4 MB`, `1,204`. */
const NANOS = { nanoseconds: 1, microseconds: 1e3, milliseconds: 1e6, seconds: 1e9 } as const;

const round = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2 });

type Step = readonly [most: number, divisor: number, unit: string];
const TIME: readonly Step[] = [
  [1e3, 1, "ns"],
  [1e6, 1e3, "µs"],
  [1e9, 1e6, "ms"],
  [120e9, 1e9, "s"],
  [7200e9, 60e9, "min"],
  [Number.POSITIVE_INFINITY, 3600e9, "h"],
];
const BYTES: readonly Step[] = [
  [1e3, 1, "B"],
  [1e6, 1e3, "kB"],
  [1e9, 1e6, "MB"],
  [1e12, 1e9, "GB"],
  [Number.POSITIVE_INFINITY, 1e12, "TB"],
];
/** As configurations write sizes. */
const SIZES: readonly Step[] = [
  [2 ** 10, 1, "B"],
  [2 ** 20, 2 ** 10, "KiB"],
  [2 ** 30, 2 ** 20, "MiB"],
  [2 ** 40, 2 ** 30, "GiB"],
  [Number.POSITIVE_INFINITY, 2 ** 40, "TiB"],
];

function scaled(value: number, steps: readonly Step[]): string {
  const [, divisor, unit] = steps.find(([most]) => Math.abs(value) < most) ?? steps.at(-1)!;
  return `${round(value / divisor)} ${unit}`;
}

export const formatBytes = (bytes: number): string => scaled(bytes, BYTES);
/** A size that a configuration sets: `2 GiB`. */
export const formatSize = (bytes: number): string => scaled(bytes, SIZES);
export const formatNanos = (nanos: number): string => scaled(nanos, TIME);

export function formatAmount(value: number, unit: string): string {
  if (unit in NANOS) return formatNanos(value * NANOS[unit as keyof typeof NANOS]);
  if (unit === "bytes") return formatBytes(value);
  // A double does not hold what is larger to the last digit.
  const about = Math.abs(value) > Number.MAX_SAFE_INTEGER ? "≈ " : "";
  const amount = `${about}${value.toLocaleString("en", { maximumFractionDigits: 2 })}`;
  return unit === "count" || unit === "" ? amount : `${amount} ${unit}`;
}

/** What was measured, by the name of a sample type: `CPU`, `inuse_space`. */
export const measureName = (type: string): string => (type === "cpu" ? "CPU" : type);

/** A part of a whole in percent. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const share = (part / whole) * 100;
  const text = share.toLocaleString("en", { maximumFractionDigits: Math.abs(share) < 9.95 ? 1 : 0 });
  return `${text === "-0" ? "0" : text} %`;
}

/** With its sign: `+12 %`, `−3 %`. */
export function formatChange(share: number): string {
  const text = formatShare(Math.abs(share), 1);
  return text === "0 %" ? "±0 %" : `${share < 0 ? "−" : "+"}${text}`;
}
