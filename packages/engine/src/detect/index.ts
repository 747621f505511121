/** What logs are: formats, and the stages that read them. */
export { type DetectedFormat, detectFormats } from "./detect.ts";
export { toName } from "./fields.ts";
export { writeStage, writeText } from "./write-stage.ts";
