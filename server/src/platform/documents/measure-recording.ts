import { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document.ts';
import { READING, startReading } from './reader-process.ts';

/** Separate from documents, which can take long while a learner waits. Recordings come in a row: their owner rests. */
const turns = new FairSemaphore({ ...READING, rest: 1_000 });

/**
 * Returns a recording's length in seconds, measured in a process of its own, one at a time for each owner
 * (rules/bounds 10).
 *
 * @param load Reads the recording once a process is free, so that none waits in memory.
 * @param owner Owners are served in turn.
 * @throws UnreadableDocument `empty` if it has no sound; another reason if its length can't be told.
 */
export function measureRecording(
  load: () => Promise<Uint8Array>,
  owner: string,
  changed: Partial<DocumentLimits> = {},
): Promise<number> {
  const limits = { ...DOCUMENT_LIMITS, ...changed };
  return turns.run(owner, async () => {
    const { answer, ended } = startReading({ bytes: await load(), kind: 'recording', limits, signal: undefined });
    try {
      const told = await answer;
      if (told.outcome !== 'measured') throw new Error('A recording was read as a document.');
      return told.seconds;
    } finally {
      await ended;
    }
  });
}
