import { useEffect, useState } from 'react';
import { postJson } from '../../lib/auth.ts';
import { readFieldText, readFieldValue } from '../../lib/json.ts';

/** As many as the server gives at once. */
const AT_ONCE = 24;

/** Returns the pictures of people as they arrive, by id. They are data, which no cache keeps. */
export function usePeoplePictures(ids: readonly string[]): ReadonlyMap<string, string> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map());
  const all = ids.join();
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const wanted = all === '' ? [] : all.split(',');
      for (let from = 0; from < wanted.length && !leaving.signal.aborted; from += AT_ONCE) {
        const asked = wanted.slice(from, from + AT_ONCE);
        const found = readFieldValue(await postJson('/api/auth/shared-device/pictures', { ids: asked }), 'pictures');
        if (leaving.signal.aborted) return;
        setPictures(
          (before) => new Map([...before, ...asked.map((id) => [id, readFieldText(found, id) ?? ''] as const)]),
        );
      }
    };
    // Initials stand in for pictures that don't come.
    read().catch(() => undefined);
    return () => leaving.abort();
  }, [all]);
  return pictures;
}
