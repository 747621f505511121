/**
 * Which texts may be labels. Names and values are any UTF-8. Bytes that are not UTF-8 have become U+FFFD when an entry
 * came in, and the original refuses them as label values: so a value with U+FFFD is taken for one of those.
 */

/** Whether `name` may name a label. */
export function isLabelName(name: string): boolean {
  return name !== "";
}

/** Whether `value` may be a label's value. */
export function isLabelValue(value: string): boolean {
  return !value.includes("\ufffd");
}
