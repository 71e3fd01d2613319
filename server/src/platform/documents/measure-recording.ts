import { FairSemaphore } from '../fair-semaphore.ts';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document.ts';
import { startReading } from './reader-process.ts';

/** Beside those of documents: a learner waits for it, and a document can take long. */
const turns = new FairSemaphore({ slots: 2 });

/**
 * How long a recording lasts, in seconds. Measured in a process of its own, two at a time (rules/bounds 10).
 *
 * @param load Called when it is its turn, so that none waits in memory.
 * @param owner Whose turn it is: those of different owners are served in turn.
 * @throws UnreadableDocument `empty` where there is no sound in it; with another reason where that cannot be told.
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
