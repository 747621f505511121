/** Focuses row number `index` once it exists, or else the button that adds one. */
export function focusRow(list: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const row = list?.querySelectorAll<HTMLElement>(":scope > [data-part=row]")[index];
    (row ?? list)?.querySelector<HTMLElement>(row === undefined ? "[data-part=add]" : "input, textarea")?.focus();
  });
}
