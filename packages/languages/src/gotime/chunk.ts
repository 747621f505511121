/** The pieces that a time layout is compiled into. */

/** Kind of a chunk; the comment is its text in a layout. */
export type ChunkKind =
  | "LongMonth" // January
  | "Month" // Jan
  | "NumMonth" // 1
  | "ZeroMonth" // 01
  | "LongWeekDay" // Monday
  | "WeekDay" // Mon
  | "Day" // 2
  | "UnderDay" // _2
  | "ZeroDay" // 02
  | "UnderYearDay" // __2
  | "ZeroYearDay" // 002
  | "Hour" // 15
  | "Hour12" // 3
  | "ZeroHour12" // 03
  | "Minute" // 4
  | "ZeroMinute" // 04
  | "Second" // 5
  | "ZeroSecond" // 05
  | "LongYear" // 2006
  | "Year" // 06
  | "PM" // PM
  | "pm" // pm
  | "TZ" // MST
  | "Offset" // -0700, -07:00, -07, -070000, -07:00:00 and the same with Z
  | "FracSecond0" // .000
  | "FracSecond9"; // .999

/** How an offset is written. */
export interface OffsetStyle {
  /** `Z` means UTC. */
  readonly iso: boolean;
  readonly colon: boolean;
  readonly minutes: boolean;
  readonly seconds: boolean;
}

export interface Chunk {
  /** Literal text before the chunk, as written and as one character per byte of UTF-8. */
  readonly prefix: string;
  readonly prefixBytes: string;
  readonly kind: ChunkKind;
  /** The chunk's own text (ASCII), which error texts name. */
  readonly text: string;
  /** For fractions: number of digits, and `.` or `,`. */
  readonly digits: number;
  readonly separator: string;
  readonly offset: OffsetStyle | undefined;
}
