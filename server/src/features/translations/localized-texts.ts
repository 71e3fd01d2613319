import type { QuestionWithoutSolution } from '@training/shared/courses/courses';
import {
  TranslatableTexts,
  applyAltTextsToMedia,
  applyTranslatedTextsToItem,
  type TranslatedModulePart,
} from '@training/shared/translations/item-texts';
import { z } from 'zod';
import { type Context, actingUserIdOf } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { JOIN_APPROVED_TEXTS, SOURCE_ITEMS_SQL } from './recount-variants.ts';

/** SQL for the language of a person, else of the workspace. */
const languageOf = <const Person extends string>(person: Person) =>
  `coalesce(
    (select own.language from users own where own.workspace_id = :workspaceId and own.id = ${person}),
    (select w.language from workspaces w where w.id = :workspaceId))` as const;

/**
 * Joins the live variant `v` of the module `m` in the language that is asked for, else in that of the person or the
 * workspace. Takes `:language`, which may be null, and `:userId`.
 */
export const JOIN_VARIANT_IN_READER_LANGUAGE = `
left join module_variants v on v.workspace_id = :workspaceId and v.module_id = m.id and v.live_since is not null
  and v.language = coalesce(:language::text, ${languageOf(':userId')})` as const;

/** SQL for a title of a module's revision in the language of a person. */
export const titleInPersonLanguageSql = <
  const Module extends string,
  const Title extends string,
  const Person extends string,
>(
  module: Module,
  title: Title,
  person: Person,
) =>
  `coalesce((
  select k.texts ->> 'title' from module_variants v
  join approved_translations k on k.workspace_id = :workspaceId and k.module_id = v.module_id and k.language = v.language
    and k.part = 'title' and k.item_id = v.module_id
    and k.source_hash = content_hash(jsonb_build_object('title', ${title})) and k.approved_at > v.approvals_from
  where v.workspace_id = :workspaceId and v.module_id = ${module} and v.live_since is not null
    and v.language = ${languageOf(person)}
  order by k.number desc limit 1), ${title})` as const;

/**
 * SQL for the title of the published module `m` in the language of the person `:userId`. Most modules are written in
 * it: these have no variant to look up.
 */
export const TITLE_IN_OWN_LANGUAGE_SQL = `case when m.language = ${languageOf(':userId')} then m.title
  else ${titleInPersonLanguageSql('m.id', 'm.title', ':userId')} end` as const;

/**
 * SQL for the texts of the approved translation in which the answer in this row was asked, as JSON, which replace those
 * of the question; empty for the source. Takes the module `m`.
 */
export const translatedAnsweredQuestionTextsSql = <const Row extends string>(row: Row) =>
  `coalesce((
  select k.texts from approved_translations k
  where ${row}.texts_hash is not null and k.workspace_id = :workspaceId and k.module_id = m.id
    and k.language = ${row}.language and k.part = 'quiz' and k.item_id = ${row}.question_id
    and k.source_hash = ${row}.item_hash and k.texts_hash = ${row}.texts_hash
  order by k.number desc limit 1), '{}')` as const;

/** The language in which a revision is shown to a learner, and its texts by part and item. */
const LocalizedRevisionTexts = z.strictObject({
  module_id: z.string(),
  source_language: z.string(),
  /** Languages of live variants. */
  languages: z.array(z.string()),
  /** Null: the source language. */
  language: z.string().nullable(),
  texts: z.record(z.string(), TranslatableTexts),
});
export type LocalizedRevisionTexts = z.infer<typeof LocalizedRevisionTexts>;

const READ = defineStatement({
  name: 'read-shown-texts',
  scope: 'tenant',
  row: LocalizedRevisionTexts,
  sql: `
select m.id as module_id, m.language as source_language, (
    select coalesce(json_agg(o.language order by o.language), '[]') from module_variants o
    where o.workspace_id = :workspaceId and o.module_id = m.id and o.live_since is not null) as languages,
  v.language, case when v.language is null then '{}' else coalesce((
    select json_object_agg(s.part || ' ' || s.item_id, approved.texts) filter (where approved.item_id is not null)
    from ${SOURCE_ITEMS_SQL} s ${JOIN_APPROVED_TEXTS}), '{}') end as texts
from module_revisions r
join modules m on m.workspace_id = :workspaceId and m.id = r.module_id
${JOIN_VARIANT_IN_READER_LANGUAGE}
where r.workspace_id = :workspaceId and r.id = :revisionId`,
});

/** Reads the texts of a revision in the language that is asked for, else in the caller's own. */
export function readLocalizedRevisionTexts(
  on: StatementRunner,
  ctx: Context,
  { revisionId, language }: { revisionId: string; language: string | undefined },
): Promise<LocalizedRevisionTexts> {
  // A program asks for each language.
  const userId = actingUserIdOf(ctx);
  const named = { workspaceId: ctx.workspace.id, userId, language: language ?? null };
  return READ.one(on, { ...named, revisionId });
}

const textsIn = (
  { texts }: LocalizedRevisionTexts,
  part: TranslatedModulePart,
  id: string,
): TranslatableTexts | undefined => texts[`${part} ${id}`];

/** Returns a question as it is asked in the language. Apply it before the options are drawn. */
export function localizeQuestion(
  shown: LocalizedRevisionTexts,
  question: QuestionWithoutSolution,
): QuestionWithoutSolution {
  const texts = textsIn(shown, 'quiz', question.id);
  if (!texts || !('prompt' in texts)) return question;
  const media = question.media && applyAltTextsToMedia(question.media, texts.alts);
  return {
    ...question,
    prompt: texts.prompt,
    ...('options' in texts && { options: texts.options }),
    ...('matches' in texts && { matches: texts.matches }),
    ...(media && { media }),
  };
}

/** Returns a card, or a whole question, in the language. */
export function localizeItem<Item extends Parameters<typeof applyTranslatedTextsToItem>[0] & { id: string }>(
  shown: LocalizedRevisionTexts,
  part: 'flashcards' | 'quiz',
  item: Item,
): Item {
  const texts = textsIn(shown, part, item.id);
  return texts ? applyTranslatedTextsToItem(item, texts) : item;
}

export function localizeTitle(shown: LocalizedRevisionTexts, title: string): string {
  const texts = textsIn(shown, 'title', shown.module_id);
  return texts && 'title' in texts ? texts.title : title;
}

/** Lists items without an approved translation of their version, which are shown in the source language. */
export function listUntranslatedItemIds(
  shown: LocalizedRevisionTexts,
  items: Partial<Record<'flashcards' | 'quiz', readonly { id: string }[]>>,
): string[] {
  if (shown.language === null) return [];
  return (['flashcards', 'quiz'] as const).flatMap((part) =>
    (items[part] ?? []).flatMap(({ id }) => (textsIn(shown, part, id) ? [] : [id])),
  );
}
