import { z } from 'zod';

/**
 * Whose recording it is, and which question it answers: too large for where words are kept (lib/kept/unsaved-words.ts).
 */
export interface RecordingPlace {
  email: string;
  workspace: string;
  attempt: string;
  question: string;
}

const Unsent = z.object({ blob: z.instanceof(Blob), seconds: z.number(), isSilent: z.boolean() });
export type Unsent = z.infer<typeof Unsent>;

const STORE = 'recordings';
const BY_TIME = 'by-time';
/** Beyond so many the oldest goes; each has at most a few hundred kilobytes. */
const MOST = 20;

/** Keeps a recording until it is sent, past a reload and the end of the browser, where that can. */
export async function saveRecording(place: RecordingPlace, { blob, seconds, isSilent }: Unsent): Promise<void> {
  await attempt(async (store) => {
    await answerOf(store.put({ blob, seconds, isSilent, at: Date.now() }, keyOf(place)));
    // By their time, the oldest first.
    const keys = await answerOf(store.index(BY_TIME).getAllKeys());
    for (const key of keys.slice(0, -MOST)) store.delete(key);
  });
}

export async function unsentRecording(place: RecordingPlace): Promise<Unsent | null> {
  const found = await attempt((store) => answerOf<unknown>(store.get(keyOf(place))));
  return Unsent.safeParse(found).data ?? null;
}

export async function dropRecording(place: RecordingPlace): Promise<void> {
  await attempt((store) => answerOf(store.delete(keyOf(place))));
}

/** Forgets all recordings of somebody who signs out of this browser. */
export async function forgetRecordingsOf(email: string): Promise<void> {
  // A list comes after every text.
  await attempt((store) => answerOf(store.delete(IDBKeyRange.bound([email], [email, []]))));
}

const keyOf = ({ email, workspace, attempt: of, question }: RecordingPlace) => [email, workspace, of, question];

/** Undefined where the browser stores nothing. */
async function attempt<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open('unsent', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE).createIndex(BY_TIME, 'at'));
    const database = await answerOf(opening);
    try {
      return await work(database.transaction(STORE, 'readwrite').objectStore(STORE));
    } finally {
      // Once its transaction has ended.
      database.close();
    }
  } catch {
    return undefined;
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('nothing was stored')));
  });
}
