/** The parts of time layouts, to choose from. */

export interface LayoutPart {
  readonly text: string;
  readonly name: string;
}

/** Whole formats, the most common in logs first. */
export const COMMON_FORMATS: readonly LayoutPart[] = [
  { text: "RFC3339", name: "2024-03-10T12:00:00Z" },
  { text: "RFC3339Nano", name: "2024-03-10T12:00:00.123456789Z" },
  { text: "2006-01-02 15:04:05", name: "2024-03-10 12:00:00" },
  { text: "2006-01-02 15:04:05,000", name: "2024-03-10 12:00:00,123" },
  { text: "02/Jan/2006:15:04:05 -0700", name: "10/Mar/2024:12:00:00 +0000" },
  { text: "2006/01/02 15:04:05", name: "2024/03/10 12:00:00" },
  { text: "Jan _2 15:04:05", name: "Mar 10 12:00:00" },
  { text: "RFC1123", name: "Sun, 10 Mar 2024 12:00:00 UTC" },
  { text: "Unix", name: "1710072000, seconds" },
  { text: "UnixMs", name: "1710072000123, milliseconds" },
  { text: "UnixUs", name: "1710072000123456, microseconds" },
  { text: "UnixNs", name: "1710072000123456789, nanoseconds" },
];

/** Pieces of layouts. */
export const LAYOUT_PARTS: readonly LayoutPart[] = [
  { text: "2006", name: "year" },
  { text: "01", name: "month, two digits" },
  { text: "Jan", name: "month, name" },
  { text: "02", name: "day, two digits" },
  { text: "_2", name: "day, with a blank" },
  { text: "Mon", name: "weekday" },
  { text: "15", name: "hour, 24" },
  { text: "03", name: "hour, 12" },
  { text: "PM", name: "AM or PM" },
  { text: "04", name: "minute" },
  { text: "05", name: "second" },
  { text: ".000", name: "milliseconds" },
  { text: ".999999999", name: "fraction of any length" },
  { text: "-0700", name: "offset, +0200" },
  { text: "Z07:00", name: "offset, +02:00 or Z" },
  { text: "MST", name: "time zone, CET" },
];
