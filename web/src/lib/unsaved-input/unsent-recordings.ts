import { readFieldNumber, readFieldValue } from '../json.ts';

/**
 * The owner of a recording, and the question that it answers. Recordings are too large for
 * lib/unsaved-input/unsaved-input.ts.
 */
export interface RecordingPlace {
  email: string;
  workspace: string;
  attempt: string;
  question: string;
}

interface Unsent {
  blob: Blob;
  seconds: number;
  isSilent: boolean;
}

const STORE = 'recordings';
const BY_TIME = 'by-time';
/** The maximum number of recordings; the oldest is deleted. Each has at most a few hundred kilobytes. */
const MOST = 20;

/** Stores a recording until it is sent, across reloads and browser restarts, if possible. */
export async function storeUnsentRecording(place: RecordingPlace, { blob, seconds, isSilent }: Unsent): Promise<void> {
  await attempt(async (store) => {
    await answerOf(store.put({ blob, seconds, isSilent, at: Date.now() }, keyOf(place)));
    // Ordered by time, oldest first.
    const keys = await answerOf(store.index(BY_TIME).getAllKeys());
    for (const key of keys.slice(0, -MOST)) store.delete(key);
  });
}

export async function loadUnsentRecording(place: RecordingPlace): Promise<Unsent | null> {
  const found = await attempt((store) => answerOf<unknown>(store.get(keyOf(place))));
  const [blob, seconds, isSilent] = [
    readFieldValue(found, 'blob'),
    readFieldNumber(found, 'seconds'),
    readFieldValue(found, 'isSilent'),
  ];
  if (!(blob instanceof Blob) || seconds === undefined || typeof isSilent !== 'boolean') return null;
  return { blob, seconds, isSilent };
}

export async function deleteUnsentRecording(place: RecordingPlace): Promise<void> {
  await attempt((store) => answerOf(store.delete(keyOf(place))));
}

/** Deletes all recordings of a user who signs out of this browser. */
export async function deleteUnsentRecordingsOf(email: string): Promise<void> {
  // In IndexedDB's key order, an array sorts after every string.
  await attempt((store) => answerOf(store.delete(IDBKeyRange.bound([email], [email, []]))));
}

const keyOf = ({ email, workspace, attempt: of, question }: RecordingPlace) => [email, workspace, of, question];

/** Runs `work` with the store; returns undefined if the browser's storage is unavailable. */
async function attempt<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open('unsent', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE).createIndex(BY_TIME, 'at'));
    const database = await answerOf(opening);
    try {
      return await work(database.transaction(STORE, 'readwrite').objectStore(STORE));
    } finally {
      // Closes once the transaction has ended.
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
