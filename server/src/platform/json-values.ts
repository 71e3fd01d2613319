const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;

/**
 * Whether a JSON text holds more than so many values, told without making any of them: a few bytes each, they take a
 * hundred times as much memory, and a long time, once they are made. It goes by commas and opening brackets, and of
 * what is no JSON it may say anything.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
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

/** What somebody outside says in JSON; undefined where it is none, or holds more values than may be made of it. */
export function parseJson(json: Uint8Array, most: number): unknown {
  if (hasMoreValues(json, most)) return undefined;
  try {
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
