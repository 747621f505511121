import { describe, expect, it } from "vitest";
import { redacted, redactionFor } from "../redact/redaction.ts";
import { SECRET_FORMS } from "../testing/secret-forms.ts";
import { screenSamples } from "./screen-samples.ts";

const screened = (line: string): string => screenSamples([{ line }]).samples[0]!.line;
/** The form of a hash says that it is one. */
const FORMS = SECRET_FORMS.filter(([before]) => !before.startsWith("hash"));
const TOKENS = [
  ["sent Bearer ", "q7Lw2Tj8Vb1Nc5Pd0Qe4Rf6Sg", ""],
  ["Authorization: Basic ", "dXNlcjpwYXNz", ""],
  ["Authorization: Bearer ", `${["ey", "JhbGciOiJIUzI1NiJ9"].join("")}.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27`, ""],
] as const;

describe("samples with stand-ins", () => {
  it.each([...FORMS, ...TOKENS])("are redacted as the sample is: %s%s%s", (before, value, behind) => {
    const line = before + value + behind;
    const { rules } = redactionFor([line]);
    const shown = screened(line);
    expect(shown).not.toContain(value);
    expect(redacted(shown, rules)).toBe(redacted(screened(shown), rules));
    expect(redacted(shown, rules)).toContain("REDACTED");
  });
});
