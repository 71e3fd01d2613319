import { COURSE_ARCHIVE_FORMAT, ArchivedModule } from '@training/shared/courses/course-archive';
import { DEFAULT_ATTEMPT_SETTINGS, type Question } from '@training/shared/courses/courses';
import type { QtiItemImportOutcome, QtiPackagePreview, ReadQtiPackage } from '@training/shared/courses/qti-packages';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { QuestionDrafts } from '@training/shared/courses/sections';
import { Id } from '@training/shared/primitives';
import type { MediaContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { CATALOGUE_LANGUAGES, translatorIn } from '../../../core/messages.ts';
import { readCallerLanguage, readWorkspaceLanguage } from '../../../core/read-language.ts';
import type { QtiItem, QtiPackage, QtiImportIssue, QtiTest } from '../../../platform/documents/qti.ts';
import { extractQtiFiles, extractQtiPackage } from '../../../platform/documents/read-document.ts';
import { newId } from '../../../platform/ids.ts';
import { discardOwnPieces } from '../../media/upload-piece.ts';
import { readUploadedFile } from './read-uploaded-file.ts';
import { type MediaByPackageFile, storePackageMedia } from './store-package-media.ts';

type Reasons = {
  code: QtiImportIssue['code'] | 'tooMuch' | 'noRoom' | 'fileNotTaken' | 'settingLeft';
  value: string;
}[];

const Settings = ArchivedModule.pick({
  pass_score: true,
  show_solutions: true,
  questions_per_attempt: true,
  topic_scores: true,
}).partial();

/**
 * Reads a QTI package that the caller sent as drafts, without making them, and stores its pictures, sound and film
 * (rules/courses-and-modules 22).
 * @throws AppError as `readUploadedFile` and `addMediaFromPieces`
 */
export async function readUploadedQtiPackage(
  ctx: MediaContext,
  { name, ...file }: ReadQtiPackage,
  signal?: AbortSignal,
): Promise<QtiPackagePreview> {
  const qti = await readUploadedFile(ctx, file, signal, (load, _kind, options) => extractQtiPackage(load, options));
  const files = await storePackageMedia(ctx, qti.items, (names, limits) =>
    readUploadedFile(ctx, file, signal, (load, _kind, options) => extractQtiFiles(load, names, { ...options, limits })),
  );
  await discardOwnPieces(ctx, file.pieces);
  const t = translatorIn('qti', await readCallerLanguage(ctx));
  const language = await readWorkspaceLanguage(ctx);
  const told = ({ code, value }: Reasons[number]) => {
    const key = `setting.${value}`;
    return [t(`reason.${code}`), t.has(key) ? t(key) : value].filter(Boolean).join(': ');
  };
  const { modules, rows } = modulesOf(qti, name, { language, files });
  return {
    archive: { format: COURSE_ARCHIVE_FORMAT, course: { title: name, emoji: '📋' }, modules },
    rows: rows.map((row) => ({ ...row, reasons: row.reasons.map(told) })),
  };
}

type Row = Omit<QtiItemImportOutcome, 'reasons'> & { reasons: Reasons };
type More = { language: string; files: MediaByPackageFile };

/** Returns a module for each test, one for items that no test names, and what becomes of each item. */
function modulesOf({ tests, items }: QtiPackage, name: string, { language, files }: More) {
  const byPath = Map.groupBy(items, ({ path }) => path);
  const named = new Set(tests.flatMap((test) => test.items));
  const rest = items.filter(({ path }) => !named.has(path)).map(({ path }) => path);
  const others: QtiTest = { title: name, language: '', items: rest, settings: {}, reasons: [] };
  const taken = new Set<string>();
  const rows: Row[] = [];
  const modules: ArchivedModule[] = [];
  const read = new Map<QtiItem, ReturnType<typeof questionOf>>();
  const drop = (text: string, reasons: Reasons) =>
    rows.push({ row: rows.length + 1, text: textOf(text), reasons, outcome: 'dropped' });
  for (const test of [...tests, others]) {
    const paths = [...new Set(test.items)];
    const quiz: Question[] = [];
    for (const path of paths) {
      const file = path.split('/').at(-1) ?? path;
      if (!byPath.has(path)) drop(file, [{ code: 'fileElsewhere', value: file }]);
      for (const item of byPath.get(path) ?? []) {
        if (quiz.length >= CONTENT_LIMITS.questions) {
          drop(item.title || item.identifier, [{ code: 'noRoom', value: String(CONTENT_LIMITS.questions) }]);
          continue;
        }
        // Checked once, however many tests name it.
        const { question: first, reasons } = read.get(item) ?? questionOf(item, files, taken);
        read.set(item, { ...(first && { question: first }), reasons });
        if (!first) drop(item.title || item.identifier, reasons);
        else {
          const question = taken.has(first.id) ? { ...first, id: newId() } : first;
          const text = textOf(question.prompt || item.title || item.identifier);
          const outcome = reasons.length > 0 ? 'changed' : 'kept';
          rows.push({ row: rows.length + 1, text, reasons, outcome, item: question.id });
          taken.add(question.id);
          quiz.push(question);
        }
      }
    }
    const found = paths.flatMap((path) => byPath.get(path) ?? []);
    if (quiz.length > 0 && modules.length >= CONTENT_LIMITS.modules) throw tooLong();
    const reasons = quiz.length > 0 ? [...test.reasons, ...unfitting(test.settings)] : [];
    if (reasons.length > 0) rows.push({ row: rows.length + 1, text: textOf(test.title), reasons, outcome: 'changed' });
    if (quiz.length > 0) modules.push(moduleOf(test, quiz, name, languageOf([test, ...found], language)));
  }
  return { modules, rows };
}

const textOf = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed();

const isFitting = ([name, value]: [string, unknown]) => Settings.safeParse({ [name]: value }).success;

/** Returns the settings that don't fit. */
const unfitting = (settings: QtiTest['settings']): Reasons =>
  Object.entries(settings)
    .filter((each) => !isFitting(each))
    .map(([value]) => ({ code: 'settingLeft', value }));

/** Returns the settings that fit. */
function fitting(settings: QtiTest['settings']) {
  const each = Object.entries(settings).filter(isFitting);
  return Settings.safeParse(Object.fromEntries(each)).data;
}

function moduleOf({ title, settings }: QtiTest, quiz: Question[], name: string, language: string): ArchivedModule {
  const { data: module } = ArchivedModule.safeParse({
    title: title.trim().slice(0, 200).toWellFormed() || name,
    language,
    validity_days: null,
    pass_score: 0.8,
    ...DEFAULT_ATTEMPT_SETTINGS,
    ...fitting(settings),
    flashcards: [],
    quiz,
    content_hashes: { flashcards: '', quiz: '' },
  });
  if (!module) throw tooLong();
  return module;
}

const tooLong = () =>
  new AppError(
    'document_unreadable',
    'The package has more tests, or longer texts in a test, than a course can have. Split it.',
  );

/** Returns the language that the first of them names and the server has, in a variant or not. */
function languageOf(of: readonly { language: string }[], otherwise: string): string {
  const known = of.flatMap(({ language }) => [language, language.split('-')[0] ?? '']);
  return known.find((language) => CATALOGUE_LANGUAGES.includes(language)) ?? otherwise;
}

/** Returns the question of an item with its media, which keeps the id that it was exported with. */
function questionOf(
  item: QtiItem,
  files: MediaByPackageFile,
  taken: ReadonlySet<string>,
): { question?: Question; reasons: Reasons } {
  const reasons: Reasons = [...item.reasons];
  if (!item.question) return { reasons };
  const media = item.media.flatMap(({ file, captions, ...shown }) => {
    const stored = files.get(file);
    const track = captions === undefined ? undefined : files.get(captions);
    if (!stored || stored.kind === 'captions' || (captions !== undefined && track?.kind !== 'captions')) {
      reasons.push({ code: 'fileNotTaken', value: file.split('/').at(-1) ?? file });
    }
    if (!stored || stored.kind === 'captions') return [];
    const { digest, kind } = stored;
    return { ...shown, digest, kind, ...(track?.kind === 'captions' && { captions: track.digest }) };
  });
  const given = item.identifier.replace(/^q-/, '');
  const { topic } = item;
  const { data, error } = QuestionDrafts.safeParse([
    {
      ...item.question,
      id: Id.safeParse(given).success && !taken.has(given) ? given : newId(),
      ...(topic !== undefined && { topic }),
      ...(media.length > 0 && { media }),
    },
  ]);
  if (data?.[0]) return { question: data[0], reasons };
  const [issue] = error?.issues ?? [];
  return { reasons: [...reasons, { code: 'tooMuch', value: String(issue?.path[1] ?? '') }] };
}
