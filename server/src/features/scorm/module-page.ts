import { Flashcard, Question } from '@training/shared/courses/courses';
import {
  QUESTION_KINDS_NOT_IN_SCORM,
  type ScormModuleTranslation,
  type ScormModule,
} from '@training/shared/courses/scorm';
import { textDirectionOf } from '@training/shared/i18n/direction';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { escapeHtml } from '../../platform/html-page.ts';
import { encodeUtf8 } from '../../platform/zip.ts';
import {
  readLocalizedRevisionTexts,
  localizeItem,
  localizeTitle,
  listUntranslatedItemIds,
} from '../translations/localized-texts.ts';
import type { PublishedModule } from './read-package-content.ts';

/** SQL for the items of a section that a package has, without the documents on which they are based. */
const itemsOf = <const Section extends string>(section: Section) =>
  `(
  select coalesce(jsonb_agg(item - 'source' order by place), '[]')
  from jsonb_array_elements(r.${section}) with ordinality i (item, place)
  where coalesce(item ->> 'kind', '') <> all (:notPlayed::text[]))` as const;

const READ_CONTENT = defineStatement({
  name: 'read-content-for-scorm',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ title: z.string(), cards: z.array(Flashcard), questions: z.array(Question) }),
  sql: `
select r.title, ${itemsOf('flashcards')} as cards, ${itemsOf('quiz')} as questions
from module_revisions r where r.workspace_id = :workspaceId and r.id = :revisionId`,
});

/** Reads a module in one language, with what is approved of its translation. */
async function readLanguage(ctx: Context, revisionId: string, language: string): Promise<ScormModuleTranslation> {
  const named = { workspaceId: ctx.workspace.id, revisionId, notPlayed: [...QUESTION_KINDS_NOT_IN_SCORM] };
  const { title, cards, questions } = await READ_CONTENT.one(ctx.db.pool, named);
  const shown = await readLocalizedRevisionTexts(ctx.db.pool, ctx, { revisionId, language });
  return {
    code: language,
    title: localizeTitle(shown, title),
    cards: cards.map((card) => localizeItem(shown, 'flashcards', card)),
    questions: questions.map((question) => localizeItem(shown, 'quiz', question)),
    untranslated: listUntranslatedItemIds(shown, { flashcards: cards, quiz: questions }),
  };
}

/** The page loads nothing but what is beside it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'";

/** Returns JSON that can't end the element in which it is. */
const inPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Yields the page of a module, language by language. */
export async function* renderModulePage(
  ctx: Context,
  { revision_id: revisionId, revision, settings, languages, title }: PublishedModule,
  { media, noScript }: { media: ScormModule['media']; noScript: string },
): AsyncGenerator<Uint8Array> {
  const [language = 'en'] = languages;
  const module: Omit<ScormModule, 'languages'> = { ...settings, revision, media };
  yield encodeUtf8(`<!doctype html>
<html lang="${language}" dir="${textDirectionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="player.css">
</head>
<body>
<div id="root"></div>
<noscript>${escapeHtml(noScript)}</noscript>
<script id="module" type="application/json">${inPage(module).slice(0, -1)},"languages":[`);
  for (const [n, code] of languages.entries()) {
    yield encodeUtf8(`${n > 0 ? ',\n' : ''}${inPage(await readLanguage(ctx, revisionId, code))}`);
  }
  yield encodeUtf8(`]}</script>
<script src="player.js"></script>
</body>
</html>
`);
}
