/** A text in Unicode's compatibility form (NFKC), with a mapping to the original offsets. */
export type NfkcTextWithOffsets = {
  text: string;
  /** Original start of the character at `offset`. */
  startOf: (offset: number) => number;
  /** Original end of the character before `offset`. */
  endOf: (offset: number) => number;
};

/**
 * Matches everything that NFKC can change: a character outside the blocks that never change, and any character followed
 * by combining marks. Half-width voice marks and Hangul jamo also combine with the preceding character. Matches at most
 * 30 marks, as in Unicode's stream-safe format: sorting n marks takes n² steps.
 */
const CHANGEABLE =
  /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u3131-\u318e\uffa0-\uffdc]+|[^\0-\x7f\u00c0-\u0131\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3][\p{M}\uff9e\uff9f]{0,30}|[^][\p{M}\uff9e\uff9f]{1,30}/gu;

/** A changed range: its offsets before (`raw`) and after normalization. */
type Change = { start: number; end: number; rawStart: number; rawEnd: number };

/** Normalizes a text to NFKC. Runs in linear time, because only changed ranges are recorded. */
export function toNfkcTextWithOffsets(raw: string): NfkcTextWithOffsets {
  const pieces: string[] = [];
  const changes: Change[] = [];
  let taken = 0;
  let length = 0;
  for (const match of raw.matchAll(CHANGEABLE)) {
    const [unit] = match;
    const changed = unit.normalize('NFKC');
    if (changed === unit) continue;
    pieces.push(raw.slice(taken, match.index), changed);
    const start = length + match.index - taken;
    length = start + changed.length;
    taken = match.index + unit.length;
    changes.push({ start, end: length, rawStart: match.index, rawEnd: taken });
  }
  pieces.push(raw.slice(taken));

  /** The last change that begins at or before `offset`. */
  function changeBefore(offset: number): Change | undefined {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle]?.start ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1];
  }
  return {
    text: pieces.join(''),
    startOf(offset) {
      const change = changeBefore(offset);
      if (!change) return offset;
      return offset < change.end ? change.rawStart : change.rawEnd + offset - change.end;
    },
    endOf(offset) {
      const change = changeBefore(offset - 1);
      if (!change) return offset;
      return offset <= change.end ? change.rawEnd : change.rawEnd + offset - change.end;
    },
  };
}
