/** Returns a text with the decimal digits of every script as 0 to 9. */
export const toAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, (digit) => plainDigit(digit));

/** Decimal digits of each script are in blocks of ten that begin with its zero. */
function plainDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return String(code - zero);
}
