import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";

/** The stage that makes a text of a value, and no value of an empty text. One that is not there stays away. */
export const textStage = (name: string): string =>
  writeStage("template", { source: writeText(name), template: writeText("{{ if .Value }}{{ .Value }}{{ end }}") });
