import { type Found } from '@training/shared/search/search';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { wordsOf } from '@training/shared/search/search-words';
import { matchesWords } from './fuzzy.ts';

export const ENTRY_KINDS = ['page', 'command', 'person', 'course', 'module', 'suggestion', 'lesson'] as const;

/** A destination in the palette. */
export interface Entry {
  /** The path within the workspace, with a leading slash: "/people". It identifies the entry. */
  path: string;
  title: string;
  /** Distinguishes entries with the same title. */
  detail: string;
  kind: (typeof ENTRY_KINDS)[number];
}

/** A page or command, with other words that find it. */
export interface KnownEntry extends Entry {
  also: string;
}

export interface EntryGroup {
  title: string;
  entries: Entry[];
}

/** Returns the groups for an empty query: recent entries, the pages, then the commands. */
export function groupsAtFirst(recent: Entry[], { pages, commands }: Known): EntryGroup[] {
  const known = new Set(recent.map(({ path }) => path));
  return withEntries([
    { title: 'Recent', entries: recent },
    { title: 'Pages', entries: pages.filter(({ path }) => !known.has(path)).map(entryOf) },
    {
      title: 'Commands',
      entries: commands.filter(({ path }) => !known.has(path)).map(entryOf),
    },
  ]);
}

const entryOf = ({ kind, path, title, detail }: KnownEntry): Entry => ({ kind, path, title, detail });

interface Known {
  pages: KnownEntry[];
  commands: KnownEntry[];
}

/** Letters of a word that decides alone; “to” and “my” don't. */
const TELLING = 3;

/**
 * Returns the groups for a query. Pages and commands are matched here, everything else by the server. If nothing has
 * every word, returns the pages and commands with the most of them.
 */
export function groupsFor(query: string, known: Known, found: Found | undefined): EntryGroup[] {
  const words = wordsOf(query);
  const groups = [...knownWith((entry) => hasWords(words, entry), known), ...(found ? groupsOf(found) : [])];
  if (found === undefined || groups.some(({ entries }) => entries.length > 0)) return withEntries(groups);
  const telling = words.filter((word) => word.length >= TELLING);
  const countIn = (entry: KnownEntry) => telling.filter((word) => hasWords([word], entry)).length;
  const most = Math.max(1, ...[...known.pages, ...known.commands].map(countIn));
  return withEntries(knownWith((entry) => countIn(entry) === most, known));
}

const hasWords = (words: string[], { title, also }: KnownEntry) => matchesWords(words, `${title} ${also}`);

const knownWith = (isShown: (entry: KnownEntry) => boolean, { pages, commands }: Known): EntryGroup[] => [
  { title: 'Pages', entries: pages.filter(isShown).map(entryOf) },
  { title: 'Commands', entries: commands.filter(isShown).map(entryOf) },
];

function groupsOf({ people, courses, modules, suggestions, lessons }: Found): EntryGroup[] {
  return [
    {
      title: 'People',
      entries: people.map(({ id, email, full_name, role, is_active }) => ({
        kind: 'person',
        path: `/people/${id}`,
        title: full_name,
        detail: [email, ROLE_NAMES[role], ...(is_active ? [] : ['inactive'])].join(' · '),
      })),
    },
    {
      title: 'Courses',
      entries: courses.map(({ id, title, emoji, department }) => ({
        kind: 'course',
        path: `/courses/${id}`,
        title: `${emoji} ${title}`,
        detail: department ?? '',
      })),
    },
    {
      title: 'Modules',
      entries: modules.map(({ id, title, course_id, course }) => ({
        kind: 'module',
        path: `/courses/${course_id}/${id}`,
        title,
        detail: course,
      })),
    },
    {
      title: 'Suggestions',
      entries: suggestions.map(({ id, title, source_name, status }) => ({
        kind: 'suggestion',
        path: `/recommended/${id}`,
        title,
        detail: [source_name, ...(status === 'pending' ? [] : [status])].join(' · '),
      })),
    },
    {
      title: 'Training',
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
