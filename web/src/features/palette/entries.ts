import type { SearchResults } from '@training/shared/search/search';
import { queryWordsOf } from '@training/shared/search/search-words';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('palette');

/** Letters of a word for each mistyped one that is forgiven. */
const LETTERS_PER_TYPO = 4;

/** Returns true if each word of the query is part of the text or, if typos are forgiven, resembles a word of it. */
function matchesWords(words: readonly string[], text: string, withTypos: boolean): boolean {
  const lower = text.toLowerCase();
  if (!withTypos) return words.every((word) => lower.includes(word));
  const known = lower.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.every(
    (word) =>
      lower.includes(word) || known.some((each) => isNear(word, each, Math.floor(word.length / LETTERS_PER_TYPO))),
  );
}

/** Returns true if at most `most` letters are wrong, missing, extra or swapped, compared with how `known` begins. */
function isNear(word: string, known: string, most: number): boolean {
  if (most === 0 || known.length < word.length - most) return false;
  let before: number[] = [];
  let row = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (let w = 1; w <= word.length; w += 1) {
    const next = [w];
    for (let k = 1; k <= known.length; k += 1) {
      const isSame = word[w - 1] === known[k - 1];
      const isSwapped = w > 1 && k > 1 && word[w - 1] === known[k - 2] && word[w - 2] === known[k - 1];
      next[k] = Math.min(
        (row[k] ?? 0) + 1,
        (next[k - 1] ?? 0) + 1,
        (row[k - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[k - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  // The last row has the distances to each beginning of `known`.
  return row.some((distance) => distance <= most);
}

export const ENTRY_KINDS = ['page', 'command', 'person', 'course', 'module', 'suggestion', 'lesson'] as const;

/** A destination in the palette. */
export interface PaletteEntry {
  /** The path within the workspace, with a leading slash: "/people". It identifies the entry. */
  path: string;
  title: string;
  /** Distinguishes entries with the same title. */
  detail: string;
  kind: (typeof ENTRY_KINDS)[number];
}

/** A page or command, with other words that find it. */
export interface EntryWithKeywords extends PaletteEntry {
  also: string;
}

export interface EntryGroup {
  title: string;
  entries: PaletteEntry[];
}

/** Returns the groups for an empty query: recent entries, the pages, then the commands. */
export function groupEntriesForEmptyQuery(recent: PaletteEntry[], { pages, commands }: Known): EntryGroup[] {
  const known = new Set(recent.map(({ path }) => path));
  const all = [...pages, ...commands];
  return withEntries([
    { title: t('group.recent'), entries: recent.map((entry) => titledAnew(entry, all)) },
    { title: t('group.pages'), entries: pages.filter(({ path }) => !known.has(path)).map(entryOf) },
    {
      title: t('group.commands'),
      entries: commands.filter(({ path }) => !known.has(path)).map(entryOf),
    },
  ]);
}

/** Returns a recent entry with its present title. It may have been chosen in another language. */
function titledAnew(recent: PaletteEntry, known: EntryWithKeywords[]): PaletteEntry {
  const now = known.find(({ kind, path }) => kind === recent.kind && path === recent.path);
  return now === undefined ? recent : entryOf(now);
}

const entryOf = ({ kind, path, title, detail }: EntryWithKeywords): PaletteEntry => ({ kind, path, title, detail });

interface Known {
  pages: EntryWithKeywords[];
  commands: EntryWithKeywords[];
}

/** Letters of a word that decides alone; “to” and “my” don't. */
const TELLING = 3;

/**
 * Returns the groups for a query. Pages and commands are matched here, everything else by the server. Typos are
 * forgiven if no page or command has every word as typed. If nothing has every word, returns the pages and commands
 * with the most of them.
 */
export function groupEntriesForQuery(query: string, known: Known, found: SearchResults | undefined): EntryGroup[] {
  const words = queryWordsOf(query);
  const asTyped = withEntries(knownWith((entry) => hasWords(words, entry, false), known));
  const matching = asTyped.length > 0 ? asTyped : knownWith((entry) => hasWords(words, entry, true), known);
  const groups = [...matching, ...(found ? groupsOf(found) : [])];
  if (found === undefined || groups.some(({ entries }) => entries.length > 0)) return withEntries(groups);
  const telling = words.filter((word) => word.length >= TELLING);
  for (const withTypos of [false, true]) {
    const countIn = (entry: EntryWithKeywords) => telling.filter((word) => hasWords([word], entry, withTypos)).length;
    const most = Math.max(...[...known.pages, ...known.commands].map(countIn));
    if (most > 0) return withEntries(knownWith((entry) => countIn(entry) === most, known));
  }
  return [];
}

const hasWords = (words: string[], { title, also }: EntryWithKeywords, withTypos: boolean) =>
  matchesWords(words, `${title} ${also}`, withTypos);

const knownWith = (isShown: (entry: EntryWithKeywords) => boolean, { pages, commands }: Known): EntryGroup[] => [
  { title: t('group.pages'), entries: pages.filter(isShown).map(entryOf) },
  { title: t('group.commands'), entries: commands.filter(isShown).map(entryOf) },
];

function groupsOf({ people, courses, modules, suggestions, lessons }: SearchResults): EntryGroup[] {
  return [
    {
      title: t('group.people'),
      entries: people.map(({ id, email, external_id, full_name, role, is_active }) => ({
        kind: 'person',
        path: `/people/${id}`,
        title: full_name,
        detail: joinWithDots([email ?? external_id, roleNameOf(role), ...(is_active ? [] : [t('inactive')])]),
      })),
    },
    {
      title: t('group.courses'),
      entries: courses.map(({ id, title, emoji, department }) => ({
        kind: 'course',
        path: `/courses/${id}`,
        title: `${emoji} ${title}`,
        detail: department ?? '',
      })),
    },
    {
      title: t('group.modules'),
      entries: modules.map(({ id, title, course_id, course }) => ({
        kind: 'module',
        path: `/courses/${course_id}/${id}`,
        title,
        detail: course,
      })),
    },
    {
      title: t('group.suggestions'),
      entries: suggestions.map(({ id, title, source_name, status }) => ({
        kind: 'suggestion',
        path: `/recommended/${id}`,
        title,
        detail: joinWithDots([source_name, ...(status === 'pending' ? [] : [t(`status.${status}`)])]),
      })),
    },
    {
      title: t('group.training'),
      entries: lessons.map(({ id, title, course }) => ({
        kind: 'lesson',
        path: `/training/${id}`,
        title,
        detail: course,
      })),
    },
  ];
}

const withEntries = (groups: EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);
