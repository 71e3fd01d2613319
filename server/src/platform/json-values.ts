const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;

/**
 * Returns true if a JSON text holds more than `most` values, without parsing it: values of a few bytes take a hundred
 * times the memory, and a long time, to parse. Counts commas and opening brackets; the result for other text is
 * undefined.
 */
export function hasMoreJsonValues(json: Uint8Array, most: number): boolean {
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

/** Parses JSON from outside. Returns undefined if it is invalid, or holds more than `most` values. */
export function parseBoundedJson(json: Uint8Array, most: number): unknown {
  if (hasMoreJsonValues(json, most)) return undefined;
  try {
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
