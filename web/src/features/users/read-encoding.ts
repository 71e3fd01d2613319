/** The encodings of CSV files, with their names. Excel on Windows saves “CSV” in the one of the system's language. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'windows-1250': 'Windows-1250 (Polish, Czech, Hungarian)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
} as const;

export type Encoding = keyof typeof ENCODINGS;

/** Returns the encoding by byte order mark, UTF-8 if the bytes are valid, or the most common one of Windows. */
export function recognisedEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Returns the text without byte order mark; undefined if it has NUL characters, which no CSV file has. */
export function decodedText(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? undefined : text;
}
