const PAGE = Buffer.from('OggS');
const FLAGS = 5;
const BEGINS = 2;
const ENDS = 4;

/**
 * Whether its pages are those of one stream up to the last byte: `music-metadata` stops where a stream says that it
 * ends, and what follows is played all the same.
 */
export function isWholeOgg(file: Buffer): boolean {
  let hasEnded = false;
  let streams = 0;
  for (let at = 0; at !== -1; at = file.indexOf(PAGE, at + PAGE.length)) {
    if (hasEnded) return false;
    const flags = file[at + FLAGS] ?? 0;
    if (flags & BEGINS) streams++;
    hasEnded = (flags & ENDS) !== 0;
  }
  return streams === 1;
}
