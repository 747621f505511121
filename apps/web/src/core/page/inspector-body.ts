/** What shows the selected entry, and takes the focus where what had it is gone. */
export const inspectorBody = (): HTMLElement | null => document.querySelector<HTMLElement>("[data-part=inspector]");
