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

/** A command, with other words that find it. */
export interface CommandEntry extends Entry {
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
    { title: 'Pages', entries: pages.filter(({ path }) => !known.has(path)) },
    {
      title: 'Commands',
      entries: commands.filter(({ path }) => !known.has(path)).map(entryOf),
    },
  ]);
}

const entryOf = ({ kind, path, title, detail }: CommandEntry): Entry => ({ kind, path, title, detail });

interface Known {
  pages: Entry[];
  commands: CommandEntry[];
}

/** Returns the groups for a query. Pages and commands are matched here, everything else by the server. */
export function groupsFor(query: string, { pages, commands }: Known, found: Found | undefined): EntryGroup[] {
  const words = wordsOf(query);
  return withEntries([
    { title: 'Pages', entries: pages.filter(({ title }) => matchesWords(words, title)) },
    {
      title: 'Commands',
      entries: commands.filter(({ title, also }) => matchesWords(words, `${title} ${also}`)).map(entryOf),
    },
    ...(found === undefined ? [] : groupsOf(found)),
  ]);
}

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
