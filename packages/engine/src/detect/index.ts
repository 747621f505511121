/** What lines tell by themselves: their times, which of them continue others, and stages written for them. */
export { anySelector } from "./any-selector.ts";
export { continuesEntry } from "./continues.ts";
export { type LineTimes, readLineTimes } from "./line-times.ts";
export { freeName, toName } from "./names.ts";
export { findUnread, type UnreadLines } from "./unread.ts";
export { writeStage } from "./write-stage.ts";
