import type { Found } from '@training/shared/search/search';
import { expect, test } from 'vitest';
import { type Entry, groupsAtFirst, groupsFor } from './entries.ts';

const page = (title: string): Entry => ({ kind: 'page', path: `/${title.toLowerCase()}`, title, detail: '' });
const PAGES = [page('People'), page('Courses'), page('Settings')];
const command = (title: string, also = '') => ({ ...page(title), kind: 'command' as const, also });
const KNOWN = { pages: PAGES, commands: [command('Create an API token', 'key'), command('Sign out', 'log out')] };
const NOTHING: Found = { people: [], courses: [], modules: [], suggestions: [], lessons: [] };
const titles = (groups: { title: string; entries: Entry[] }[]) =>
  groups.map(({ title, entries }) => [title, ...entries.map((entry) => entry.title)]);

test('without a query the recent ones come first, and no page twice', () => {
  expect(titles(groupsAtFirst([page('Courses')], KNOWN))).toEqual([
    ['Recent', 'Courses'],
    ['Pages', 'People', 'Settings'],
    ['Commands', 'Create an API token', 'Sign out'],
  ]);
  expect(titles(groupsAtFirst([], KNOWN))).toEqual([
    ['Pages', 'People', 'Courses', 'Settings'],
    ['Commands', 'Create an API token', 'Sign out'],
  ]);
});

test('pages are found by parts of their name, before the server has answered', () => {
  expect(titles(groupsFor('PEO', KNOWN, undefined))).toEqual([['Pages', 'People']]);
  expect(groupsFor('battery', KNOWN, undefined)).toEqual([]);
});

test('a command is found by other words for it, and with a typo', () => {
  const found = (query: string) => titles(groupsFor(query, KNOWN, undefined)).find(([group]) => group === 'Commands');
  for (const query of ['token', 'api key', 'create tokne', 'craete token', 'tken', 'CREATE']) {
    expect(found(query), query).toEqual(['Commands', 'Create an API token']);
  }
  for (const query of ['log out', 'sing out', 'out']) expect(found(query), query).toEqual(['Commands', 'Sign out']);
  for (const query of ['forklift', 'xy', 'sign in token']) expect(found(query), query).toBeUndefined();
});

test('each kind leads to its page, and says what tells it from others', () => {
  const groups = groupsFor(
    'ana',
    { ...KNOWN, commands: [] },
    {
      ...NOTHING,
      people: [{ id: 'p', full_name: 'Ana', email: 'ana@example.com', role: 'trainer', is_active: false }],
      modules: [{ id: 'm', title: 'Analysis', status: 'draft', course_id: 'c', course: 'Basics' }],
      suggestions: [{ id: 's', title: 'Ana says', source_name: 'Wiki', status: 'dismissed' }],
      lessons: [{ id: 'l', title: 'Anatomy', course: 'First aid' }],
      courses: [{ id: 'c', title: 'Analytics', emoji: '📦', department: 'Transport' }],
    },
  );
  expect(groups.flatMap(({ entries }) => entries).map(({ path, detail }) => [path, detail])).toEqual([
    ['/people/p', 'ana@example.com · Trainer · inactive'],
    ['/courses/c', 'Transport'],
    ['/courses/c/m', 'Basics'],
    ['/recommended/s', 'Wiki · dismissed'],
    ['/training/l', 'First aid'],
  ]);
});
