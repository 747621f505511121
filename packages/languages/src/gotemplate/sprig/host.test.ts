/** Templates learn nothing of the machine. */
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../base/random.ts";
import { compileTemplate } from "../index.ts";
import { SPRIG_FUNCTIONS } from "./index.ts";

function run(template: string): string {
  const compiled = compileTemplate(template, { name: "t", functions: [SPRIG_FUNCTIONS] });
  if (!compiled.ok) return compiled.message;
  const host = { now: () => 0n, random: new SeededRandom(1), sha256: () => "" };
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? result.text : result.message;
}

describe("functions of the machine", () => {
  it("the environment is empty", () => {
    expect(run('[{{ env "PATH" }}][{{ env "HOME" }}][{{ expandenv "a-$PATH-${HOME}b" }}]')).toBe("[][][a--b]");
  });

  it.each([
    ['getHostByName "localhost"', "looking up host names"],
    ['genCA "x" 365', "making certificates"],
    ['genCAWithKey "x" 365 "k"', "making certificates"],
    ['genSelfSignedCert "x" nil nil 365', "making certificates"],
    ['genSelfSignedCertWithKey "x" (list) (list) 365 "k"', "making certificates"],
    ['buildCustomCert "" ""', "reading certificates"],
  ])("%s fails", (call, what) => {
    const name = call.split(" ")[0];
    expect(run(`{{ ${call} }}`)).toBe(
      `template: t:1:3: executing "t" at <${call}>: error calling ${name}: ${what} is not available in this environment`,
    );
  });

  it("a certificate cannot come from anywhere else", () => {
    expect(run('{{ genSignedCert "x" nil nil 1 nil }}')).toContain("cannot assign nil to sprig.certificate");
  });
});
