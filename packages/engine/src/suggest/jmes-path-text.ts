/** The JMESPath expression for a place in JSON: `a."b c"[0]`. */
export function writeJmesPath(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => {
      if (typeof step === "number") return `[${step}]`;
      return `${i === 0 ? "" : "."}${/^[A-Za-z_]\w*$/.test(step) ? step : JSON.stringify(step)}`;
    })
    .join("");
}
