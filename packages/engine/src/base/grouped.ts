/** `1,200` */
export const grouped = (count: number): string => count.toLocaleString("en");
