import { AskedBytes } from './asked-bytes.ts';
import { mp4Length } from './mp4.ts';
import { oggLength } from './ogg.ts';
import { wavLength } from './wav.ts';
import { webmLength } from './webm.ts';

/** By their first four bytes; MP4 begins with the length of its first box. */
const CONTAINERS = new Map([
  ['\u001aE\u00df\u00a3', webmLength],
  ['OggS', oggLength],
  ['RIFF', wavLength],
]);

/**
 * Tells how long a recording is while it comes in, by what its container says of its sound: WebM, MP4, Ogg and WAV,
 * which recorders write. It decodes nothing, and of others, such as MP3, it says nothing.
 */
export class RecordingLength {
  /** The longest that was found so far; null where nothing says it. */
  seconds: number | null = null;
  #bytes: AskedBytes | null = null;

  /** @param part The first one has the first four bytes. */
  push(part: Uint8Array): void {
    this.#bytes ??= this.#begin(part);
    this.#bytes.push(part);
  }

  #begin(part: Uint8Array): AskedBytes {
    const start = Buffer.from(part.subarray(0, 4)).toString('latin1');
    const lengthOf = CONTAINERS.get(start) ?? mp4Length;
    return new AskedBytes(
      lengthOf((seconds) => {
        this.seconds = Math.max(this.seconds ?? 0, seconds);
      }),
    );
  }
}
