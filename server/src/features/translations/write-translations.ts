import { isDeepStrictEqual } from 'node:util';
import {
  problemsOfTranslation,
  findTranslationShapeProblem,
  translatableTextsOf,
  type TranslatableItem,
} from '@training/shared/translations/item-texts';
import type {
  VariantRef,
  SaveTranslation,
  SavedTranslation,
  LanguageVariant,
} from '@training/shared/translations/translations';
import type { Context } from '../../core/context.ts';
import { AppError, formatFieldErrors } from '../../core/errors.ts';
import {
  inVariantTransaction,
  liveItemOf,
  recordVariantChange,
  itemVersionKeyOf,
  type VariantTransaction,
} from './variant-transaction.ts';
import { ItemTranslationEntity, type TranslationRow } from './translation.entity.ts';

/**
 * Autosaves the translation of one item. Unchanged texts keep their version.
 * @throws AppError as `inVariantTransaction`; `stale_revision`, `invalid_request`, `content_locked`, `stale_version`
 */
export async function saveTranslation(ctx: Context, input: SaveTranslation): Promise<SavedTranslation> {
  const { module_id, language, part, item_id: itemId, source_hash: sourceHash, texts } = input;
  let saved: TranslationRow | undefined;
  const variant = await inVariantTransaction(ctx, { module_id, language }, async (step) => {
    const { em } = step;
    const { source } = liveItemOf(step, input);
    mustFit(source, input);
    const key = { moduleId: module_id, language, part, itemId, sourceHash };
    const found = await em.findOne(ItemTranslationEntity, key);
    if (found) mustBeEditable(step, found, input.version);
    else if (input.version > 0) throw staleVersion();
    if (found && isDeepStrictEqual(found.texts, texts)) {
      saved = found;
      return;
    }
    const contributors = new Set([...(found?.contributors ?? []), ...contributorOf(ctx)]);
    const edit = {
      texts,
      state: 'draft' as const,
      generated: false,
      version: (found?.version ?? 0) + 1,
      savedAt: step.ctx.now,
      savedByName: ctx.actor.name,
      contributors: [...contributors],
    };
    saved = found
      ? Object.assign(found, edit)
      : em.create(ItemTranslationEntity, {
          workspaceId: ctx.workspace.id,
          ...key,
          source,
          ...edit,
          submittedAt: null,
          submittedByName: null,
          rejectedReason: null,
          rejectedByName: null,
        });
    await em.flush();
    await em.refresh(saved);
    await recordVariantChange(step, 'translation.edited', { version: [edit.version - 1, edit.version] });
  });
  if (!saved) throw new Error('A translation was neither written nor found');
  return { version: saved.version, texts_hash: saved.textsHash ?? '', variant };
}

const contributorOf = ({ actor }: Context) => (actor.kind === 'user' ? [actor.id] : []);

/** A translation may be so many times as long as its source, and this many characters more. */
const LONGER = { times: 4, more: 1_000 };

function mustFit(source: TranslatableItem, { texts }: SaveTranslation): void {
  const problem = findTranslationShapeProblem(source, texts);
  const length = (written: object) => JSON.stringify(written).length;
  const most = length(translatableTextsOf(source)) * LONGER.times + LONGER.more;
  const fields = problem
    ? [{ ...problem, path: `texts.${problem.path}` }]
    : length(texts) > most
      ? [
          {
            path: 'texts',
            code: 'too_big',
            message: `Must have at most ${most} characters: the item is that much shorter`,
          },
        ]
      : [];
  if (fields.length > 0) throw new AppError('invalid_request', formatFieldErrors(fields), { fields });
}

function mustBeEditable({ module }: VariantTransaction, found: TranslationRow, version: number): void {
  if (found.state === 'in_review') {
    const { submittedAt, submittedByName } = found;
    throw new AppError(
      'content_locked',
      'The translation is in review. It can be edited once a reviewer sends it back, or its submission is withdrawn.',
      {
        lock: {
          section: found.part === 'title' ? null : found.part,
          round: module.round,
          since: (submittedAt ?? found.savedAt).toISOString(),
          by: submittedByName ?? null,
        },
      },
    );
  }
  if (found.version !== version) throw staleVersion();
}

const staleVersion = () => new AppError('stale_version', 'Someone else saved first. Reload the page, then edit again.');

/**
 * Submits all drafts of the live revision's items for review, which locks them.
 * @throws AppError as `inVariantTransaction`; `incomplete` with what is missing, or if there is no draft
 */
export function submitTranslations(ctx: Context, named: VariantRef): Promise<LanguageVariant> {
  return inVariantTransaction(ctx, named, async (step) => {
    const drafts = await translationsIn(step, 'draft');
    const fields = drafts.flatMap(({ row, place }) =>
      problemsOfTranslation(row.source, row.texts).map((problem) => ({
        ...problem,
        path: `items.${place}.${problem.path}`,
      })),
    );
    if (fields.length > 0) throw new AppError('incomplete', formatFieldErrors(fields), { fields });
    if (drafts.length === 0) {
      throw new AppError('incomplete', 'There is nothing to submit. Translate an item first.');
    }
    const { now, actor } = step.ctx;
    const submitted = { state: 'in_review' as const, submittedAt: now, submittedByName: actor.name };
    for (const { row } of drafts) Object.assign(row, { ...submitted, rejectedReason: null, rejectedByName: null });
    await recordVariantChange(step, 'translation.submitted', { items: drafts.length });
  });
}

/**
 * Takes everything that waits for a reviewer back.
 * @throws AppError as `inVariantTransaction`; `module_state` if nothing is in review
 */
export function withdrawTranslations(ctx: Context, named: VariantRef): Promise<LanguageVariant> {
  return inVariantTransaction(ctx, named, async (step) => {
    const waiting = await translationsIn(step, 'in_review');
    if (waiting.length === 0) throw new AppError('module_state', 'Nothing of this language is in review.');
    for (const { row } of waiting) row.state = 'draft';
    await recordVariantChange(step, 'translation.withdrawn', { items: waiting.length });
  });
}

/** Returns the translations of the live revision's items in a state, each with the item's place. */
async function translationsIn(
  { em, variant, items }: VariantTransaction,
  state: TranslationRow['state'],
): Promise<{ row: TranslationRow; place: number }[]> {
  const { moduleId, language } = variant;
  const rows = await em.find(ItemTranslationEntity, { moduleId, language, state });
  const byKey = new Map(rows.map((row) => [itemVersionKeyOf(row), row] as const));
  return items.flatMap((item, place) => {
    const row = byKey.get(itemVersionKeyOf(item));
    return row ? [{ row, place }] : [];
  });
}
