const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;

/**
 * Returns true if a JSON text has more than `most` values, without parsing it. Values of a few bytes take a hundred
 * times as much memory once parsed, and a long time to parse. Counts commas and opening brackets; the result is
 * arbitrary for invalid JSON.
 */
export function holdsMoreValues(json: Uint8Array, most: number): boolean {
  let values = 1;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) {
      isInText = true;
    } else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      values++;
      if (values > most) return true;
    }
  }
  return false;
}
