/** Formats of logs, and the stages that read them. */
export { anySelector } from "./any-selector.ts";
export { continuesEntry, type DetectedFormat, detectFormats } from "./detect.ts";
export { freeName, toName } from "./fields.ts";
export { type LineTimes, readLineTimes, TIME_FORMS } from "./line-times.ts";
export { findUnread, type UnreadLines } from "./unread.ts";
export { writeStage } from "./write-stage.ts";
