import {
  translatableTextsOf,
  type TranslatableTexts,
  type TranslatableItem,
} from '@training/shared/translations/item-texts';
import type { TranslatedItem } from '@training/shared/translations/translations';
import type { Client } from '../../../test/server.ts';
import { approveBoth, type Cast } from '../reviews/reviews-fixture.ts';

/** Returns the texts of an item with each of them marked by a language, which a test can tell from the source. */
export function inLanguage(item: TranslatableItem, mark: string): TranslatableTexts {
  const marked = (text: string) => (text === '' ? '' : `${mark}: ${text}`);
  const texts = Object.entries(translatableTextsOf(item)).map(([name, text]: [string, string | string[]]) => [
    name,
    typeof text === 'string' ? marked(text) : text.map(marked),
  ]);
  return Object.fromEntries(texts) as TranslatableTexts;
}

/** Saves a translation of each given item. */
export async function translate(
  client: Client,
  named: { module_id: string; language: string },
  items: TranslatedItem[],
  mark = named.language,
): Promise<void> {
  for (const { part, item_id, source_hash, source, working } of items) {
    const texts = inLanguage(source, mark);
    await client.translations.save.mutate({
      ...named,
      part,
      item_id,
      source_hash,
      version: working?.version ?? 0,
      texts,
    });
  }
}

/** Approves everything of a variant that is in review. */
export async function approveAll(client: Client, named: { module_id: string; language: string }) {
  const { items } = await client.translations.get.query(named);
  const waiting = items.flatMap(({ part, item_id, source_hash, state, working }) =>
    state === 'in_review' && working ? [{ part, item_id, source_hash, texts_hash: working.texts_hash }] : [],
  );
  return client.translations.approve.mutate({ ...named, items: waiting });
}

/** Translates what is missing or stale in a variant, submits it, and has it approved. */
export async function bringUpToDate(
  { trainer, reviewer }: Record<'trainer' | 'reviewer', { client: Client }>,
  named: { module_id: string; language: string },
) {
  const { items } = await trainer.client.translations.get.query(named);
  await translate(
    trainer.client,
    named,
    items.filter(({ state }) => state === 'missing' || state === 'stale'),
  );
  await trainer.client.translations.submit.mutate(named);
  return approveAll(reviewer.client, named);
}

/** A published module of the cast, as it was reviewed. */
export async function published(cast: Cast) {
  const { course, module, hashes } = await cast.inReview();
  await approveBoth(cast.reviewer.client, module.id, hashes);
  return { course, module, module_id: module.id };
}
