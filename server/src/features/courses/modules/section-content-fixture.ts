import { expect } from 'vitest';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import type { TestServer } from '../../../../test/server.ts';
import { authoringOn, card, refused, type Card } from './authoring-fixture.ts';

/** Fills sections with a million characters, each with one of the letters, and with one more. */
export async function holdAMillion(server: TestServer, letters: string[]): Promise<void> {
  const { draft } = authoringOn(server);
  const { client, module } = await draft();
  const save = (items: Card[], version: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items });
  const read = async () => (await client.modules.get.query({ id: module.id })).flashcards;
  const source = { quote: 'q', name: 'n', url: 'https://example.com/', suggestion_id: null };
  for (const [version, letter] of letters.entries()) {
    const front = letter.repeat(1_977);
    const items = Array.from({ length: CONTENT_LIMITS.cards }, () => card({ front, back: '!', source }));
    expect(await save(items, version + 1)).toMatchObject({ version: version + 2 });
    expect((await read()).cards).toEqual(items);
    const refusal = save(items.with(9, card({ front, back: '!!', source })), version + 2);
    const message = expect.stringMatching(
      /^A section has at most 1,000,000 characters, .* these are 1,000,001; shorten/,
    );
    await expect(refusal).rejects.toMatchObject(
      refused('invalid_request', { errors: [{ path: 'items', code: 'custom', message }] }),
    );
  }
  expect(await read()).toMatchObject({ version: letters.length + 1 });
  // Each card is within its limit, but all together exceed the section's. The request is still read before it is
  // refused.
  const long = Array.from({ length: 400 }, () => card({ front: 'x'.repeat(2_000), back: 'x'.repeat(10_000) }));
  const detail = expect.stringContaining('these are 4,800,000');
  await expect(save(long, letters.length + 1)).rejects.toMatchObject(refused('invalid_request', { detail }));
}
