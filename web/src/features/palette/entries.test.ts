import type { Found } from '@training/shared/search/search';
import { expect, test } from 'vitest';
import { type Entry, groupsAtFirst, groupsFor } from './entries.ts';

const page = (title: string): Entry => ({ kind: 'page', path: `/${title.toLowerCase()}`, title, detail: '' });
const PAGES = [page('People'), page('Courses'), page('Settings')];
const NOTHING: Found = { people: [], courses: [], modules: [], suggestions: [], lessons: [] };
const titles = (groups: { title: string; entries: Entry[] }[]) =>
  groups.map(({ title, entries }) => [title, ...entries.map((entry) => entry.title)]);

test('without a query the recent ones come first, and no page twice', () => {
  expect(titles(groupsAtFirst([page('Courses')], PAGES))).toEqual([
    ['Recent', 'Courses'],
    ['Pages', 'People', 'Settings'],
  ]);
  expect(titles(groupsAtFirst([], PAGES))).toEqual([['Pages', 'People', 'Courses', 'Settings']]);
});

test('pages are found by parts of their name, before the server has answered', () => {
  expect(titles(groupsFor('PEO', PAGES, undefined))).toEqual([['Pages', 'People']]);
  expect(groupsFor('battery', PAGES, undefined)).toEqual([]);
});

test('each kind leads to its page, and says what tells it from others', () => {
  const groups = groupsFor('ana', PAGES, {
    ...NOTHING,
    people: [{ id: 'p', full_name: 'Ana', email: 'ana@example.com', role: 'trainer', is_active: false }],
    modules: [{ id: 'm', title: 'Analysis', status: 'draft', course_id: 'c', course: 'Basics' }],
    suggestions: [{ id: 's', title: 'Ana says', source_name: 'Wiki', status: 'dismissed' }],
    lessons: [{ id: 'l', title: 'Anatomy', course: 'First aid' }],
    courses: [{ id: 'c', title: 'Analytics', emoji: '📦', department: 'Transport' }],
  });
  expect(groups.flatMap(({ entries }) => entries).map(({ path, detail }) => [path, detail])).toEqual([
    ['/people/p', 'ana@example.com · Trainer · inactive'],
    ['/courses/c', 'Transport'],
    ['/courses/c/m', 'Basics'],
    ['/recommended/s', 'Wiki · dismissed'],
    ['/training/l', 'First aid'],
  ]);
});
