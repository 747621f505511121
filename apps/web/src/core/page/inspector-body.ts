/** The element that shows the selected entry, and takes the focus if its former owner is gone. */
export const inspectorBody = (): HTMLElement | null => document.querySelector<HTMLElement>("[data-part=inspector]");
