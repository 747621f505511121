export * from "./in-words.ts";
export * from "./interruption.ts";
export * from "./limit-error.ts";
export * from "./message.ts";
export * from "./part.ts";
export * from "./random.ts";
export * from "./text.ts";
export * from "./time.ts";
