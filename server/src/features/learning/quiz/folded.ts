/** Case, width and white space make no difference to what somebody wrote. */
export function folded(text: string): string {
  // Upper case first: ß and SS are the same, and so are the two small sigmas.
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}
