/** The heads of CEF and LEEF: values between bars, in an order that the format gives. */

/** A value in a head of bars, in which a bar of its own is escaped. */
const BARRED = "(?:[^|\\\\]|\\\\.)*";
const named = (names: readonly string[]): string => names.map((name) => `(?P<${name}>${BARRED})\\|`).join("");
const DEVICE = ["device_vendor", "device_product", "device_version"];

export const EVENT_FORMATS: readonly { readonly title: string; readonly looks: RegExp; readonly expression: string }[] =
  [
    {
      title: "CEF",
      looks: new RegExp(`^CEF: ?\\d+\\|(?:${BARRED}\\|){6}`),
      expression: `^CEF: ?\\d+\\|${named([...DEVICE, "signature_id", "name", "device_severity"])}(?P<extension>.*)`,
    },
    {
      title: "LEEF",
      looks: new RegExp(`^LEEF: ?\\d+(?:\\.\\d+)?\\|(?:${BARRED}\\|){4}`),
      expression: `^LEEF: ?[\\d.]+\\|${named([...DEVICE, "event_id"])}(?:(?:.|0?x[\\da-fA-F]+)?\\|)?(?P<extension>.*)`,
    },
  ];

export const isEventFormat = (text: string): boolean => EVENT_FORMATS.some(({ looks }) => looks.test(text));
