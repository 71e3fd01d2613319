import type { SearchResults } from '@training/shared/search/search';
import { expect, test } from 'vitest';
import { type Role, permissionReachOf } from '@training/shared/permissions';
import { commandTextsOf, DIRECT_COMMANDS, PAGE_COMMANDS } from './commands.ts';
import { type PaletteEntry, groupEntriesForEmptyQuery, groupEntriesForQuery } from './entries.ts';
import { listPagesFoundByName } from './pages-found-by-name.ts';

const page = (title: string): PaletteEntry => ({ kind: 'page', path: `/${title.toLowerCase()}`, title, detail: '' });
const command = (title: string, also = '') => ({ ...page(title), kind: 'command' as const, also });
const PAGES = [page('People'), page('Courses'), page('Settings')].map((each) => ({ ...each, also: '' }));
const KNOWN = { pages: PAGES, commands: [command('Create an API token', 'key'), command('Sign out', 'log out')] };
const NOTHING: SearchResults = { people: [], courses: [], modules: [], suggestions: [], lessons: [] };
const titles = (groups: { title: string; entries: PaletteEntry[] }[]) =>
  groups.map(({ title, entries }) => [title, ...entries.map((entry) => entry.title)]);

/** What a newcomer types, with typos, and what it has to find. */
const NEWCOMERS: [Role, string, string][] = [
  ['super_admin', 'invite colleague', 'Add or invite a person'],
  ['super_admin', 'add people', 'Add or invite a person'],
  ['super_admin', 'delete user', 'People'],
  ['super_admin', 'sign-in link', 'People'],
  ['super_admin', 'reset pasword', 'People'],
  ['super_admin', 'asign course', 'Assign training'],
  ['super_admin', 'give training', 'Assign training'],
  ['super_admin', 'bulk assign', 'Assign training'],
  ['super_admin', 'export csv', 'Analytics'],
  ['super_admin', 'dashboard', 'Analytics'],
  ['super_admin', 'statistcs', 'Analytics'],
  ['super_admin', 'extend due date', 'See who is overdue'],
  ['super_admin', 'excuse', 'See who is overdue'],
  ['super_admin', 'claude key', 'Add a provider key'],
  ['super_admin', 'slack', 'Settings › Notifications'],
  ['super_admin', 'email', 'Settings › Notifications'],
  ['super_admin', 'costs', 'Settings › AI usage'],
  ['super_admin', 'budget', 'Settings › AI usage'],
  ['super_admin', 'revoke token', 'Settings › API tokens'],
  ['super_admin', 'replace tokn', 'Settings › API tokens'],
  ['super_admin', 'api docs', 'Settings › API tokens'],
  ['super_admin', 'company name', 'Settings › Workspace'],
  ['super_admin', 'time zone', 'Settings › Workspace'],
  ['super_admin', 'home', 'Start'],
  ['super_admin', 'evidence', 'Audit log'],
  ['auditor', 'export', 'Audit log'],
  ['auditor', 'certificates', 'Audit log'],
  ['content_manager', 'publish', 'Review what waits'],
  ['trainer', 'new module', 'Courses'],
  ['trainer', 'make a quiz', 'Generate cards and questions'],
  ['trainer', 'sumbit', 'Courses'],
  ['trainer', 'suggestions', 'Recommended'],
  ['trainer', 'grade answers', 'Grading'],
  ['learner', 'continue', 'My training'],
  ['learner', 'start learning', 'My training'],
  ['learner', 'streak', 'My training'],
  ['learner', 'certificate', 'My training'],
  ['learner', 'practise cards', 'My training'],
  ['learner', 'my courses', 'My training'],
  ['learner', 'find course', 'Library'],
  ['learner', 'appearance', 'Use dark colours'],
  ['learner', 'colors', 'Use dark colours'],
  ['super_admin', 'new employee', 'Add or invite a person'],
  ['super_admin', 'upload staff list', 'Import people from CSV'],
  ['super_admin', 'make admin', 'People'],
  ['super_admin', 'who did what', 'Audit log'],
  ['super_admin', 'remind people', 'See who is overdue'],
  ['super_admin', 'who is late', 'See who is overdue'],
  ['super_admin', 'deadline', 'Assign training'],
  ['super_admin', 'mandatory training', 'Assignments'],
  ['super_admin', 'openai', 'Add a provider key'],
  ['super_admin', 'mail settings', 'Settings › Notifications'],
  ['super_admin', 'microsoft teams', 'Settings › Notifications'],
  ['super_admin', 'quiet hours', 'Settings › Notifications'],
  ['super_admin', 'google docs', 'Connect a drive'],
  ['super_admin', 'hr integration', 'Create an API token'],
  ['super_admin', 'spend', 'Settings › AI usage'],
  ['super_admin', 'groups', 'Departments'],
  ['super_admin', 'timezone', 'Settings › Workspace'],
  ['super_admin', 'works council', 'Settings › Spoken answers'],
  ['super_admin', 'completion rate', 'Analytics'],
  ['super_admin', 'callback url', 'Settings › Webhooks'],
  ['trainer', 'write cards', 'Courses'],
  ['trainer', 'transcribe audio', 'AI tools'],
  ['trainer', 'resubmit', 'Courses'],
  ['trainer', 'oral exam', 'Grading'],
  ['content_manager', 'waiting approvals', 'Review'],
  ['content_manager', 'reject', 'Review what waits'],
  ['content_manager', 'unpublish', 'Courses'],
  ['auditor', 'download proof', 'Audit log'],
  ['auditor', 'who changed', 'Audit log'],
  ['learner', 'exam', 'My training'],
  ['learner', 'what is due', 'My training'],
  ['learner', 'my score', 'My training'],
  ['learner', 'try again', 'My training'],
  ['learner', 'diploma', 'My training'],
  ['learner', 'night mode', 'Use dark colours'],
  ['learner', 'hotkeys', 'Show keyboard shortcuts'],
  ['learner', 'exit', 'Sign out'],
  ['super_admin', 'fire someone', 'People'],
  ['super_admin', 'change role', 'People'],
  ['super_admin', 'resend invitation', 'People'],
  ['super_admin', 'merge departments', 'Departments'],
  ['super_admin', 'csv template', 'Import people from CSV'],
  ['super_admin', 'bearer token', 'Create an API token'],
  ['super_admin', 'personio', 'Create an API token'],
  ['super_admin', 'retry failed webhook', 'Settings › Webhooks'],
  ['super_admin', 'monthly cost', 'Settings › AI usage'],
  ['super_admin', 'gpt', 'Add a provider key'],
  ['super_admin', 'whisper', 'Add a provider key'],
  ['super_admin', 'chat notifications', 'Settings › Notifications'],
  ['super_admin', 'certificates about to expire', 'Analytics'],
  ['super_admin', 'assign to department', 'Assign training'],
  ['super_admin', 'recertify', 'Assignments'],
  ['trainer', 'edit quiz', 'Courses'],
  ['trainer', 'pass mark', 'Courses'],
  ['trainer', 'changes requested', 'Courses'],
  ['trainer', 'pdf to flashcards', 'Generate cards and questions'],
  ['trainer', 'regrade', 'Grading'],
  ['content_manager', 'next review', 'Review'],
  ['content_manager', 'archive module', 'Courses'],
  ['auditor', 'evidence pack', 'Audit log'],
  ['auditor', 'audit trail', 'Audit log'],
  ['learner', 'download certificate', 'My training'],
  ['learner', 'did I pass', 'My training'],
  ['learner', 'wrong grade', 'My training'],
  ['learner', 'other courses', 'Library'],
  ['learner', 'bright theme', 'Use light colours'],
  ['super_admin', 'user list', 'People'],
  ['super_admin', 'suspend account', 'People'],
  ['super_admin', 'copy login link', 'People'],
  ['super_admin', 'rename department', 'Departments'],
  ['super_admin', 'api key', 'Create an API token'],
  ['super_admin', 'swagger', 'Settings › API tokens'],
  ['super_admin', 'ai cost per module', 'Settings › AI usage'],
  ['super_admin', 'slack channel', 'Settings › Notifications'],
  ['super_admin', 'feishu', 'Connect a drive'],
  ['super_admin', 'send reminder', 'See who is overdue'],
  ['super_admin', 'waive', 'See who is overdue'],
  ['super_admin', 'postpone due date', 'See who is overdue'],
  ['super_admin', 'assign course to team', 'Assign training'],
  ['super_admin', 'pass rate', 'Analytics'],
  ['super_admin', 'hardest questions', 'Analytics'],
  ['super_admin', 'login history', 'Audit log'],
  ['trainer', 'new quiz', 'Generate cards and questions'],
  ['trainer', 'send for review', 'Courses'],
  ['trainer', 'upload pdf', 'Generate cards and questions'],
  ['trainer', 'word document', 'Generate cards and questions'],
  ['content_manager', 'sign off module', 'Review what waits'],
  ['auditor', 'gdpr export', 'Audit log'],
  ['learner', 'next lesson', 'My training'],
  ['learner', 'mistakes', 'My training'],
  ['learner', 'browse library', 'Library'],
  ['learner', 'log off', 'Sign out'],
];

test('without a query the recent ones come first, and no page twice', () => {
  expect(titles(groupEntriesForEmptyQuery([page('Courses')], KNOWN))).toEqual([
    ['Recent', 'Courses'],
    ['Pages', 'People', 'Settings'],
    ['Commands', 'Create an API token', 'Sign out'],
  ]);
  expect(titles(groupEntriesForEmptyQuery([], KNOWN))).toEqual([
    ['Pages', 'People', 'Courses', 'Settings'],
    ['Commands', 'Create an API token', 'Sign out'],
  ]);
});

test('a recent page has its present title, and a person the one that was chosen', () => {
  const renamed = { ...page('Courses'), title: 'Kurse' };
  const person: PaletteEntry = { kind: 'person', path: '/people/1', title: 'Ana', detail: 'Trainer' };
  expect(titles(groupEntriesForEmptyQuery([renamed, person], KNOWN))[0]).toEqual(['Recent', 'Courses', 'Ana']);
});

test('pages are found by parts of their name, before the server has answered', () => {
  expect(titles(groupEntriesForQuery('PEO', KNOWN, undefined))).toEqual([['Pages', 'People']]);
  expect(groupEntriesForQuery('battery', KNOWN, undefined)).toEqual([]);
});

test('a command is found by other words for it, and with a typo', () => {
  const found = (query: string) =>
    titles(groupEntriesForQuery(query, KNOWN, undefined)).find(([group]) => group === 'Commands');
  for (const query of ['token', 'api key', 'create tokne', 'craete token', 'tken', 'CREATE']) {
    expect(found(query), query).toEqual(['Commands', 'Create an API token']);
  }
  for (const query of ['log out', 'sing out', 'out']) expect(found(query), query).toEqual(['Commands', 'Sign out']);
  for (const query of ['forklift', 'xy', 'sign in token']) expect(found(query), query).toBeUndefined();
});

test('a word as typed comes before one that resembles it', () => {
  const pages = [{ ...page('Courses'), also: 'edit quiz' }];
  const commands = [command('Leave', 'exit quiz')];
  expect(titles(groupEntriesForQuery('edit quiz', { pages, commands }, NOTHING))).toEqual([['Pages', 'Courses']]);
  expect(titles(groupEntriesForQuery('edit nothing', { pages, commands }, NOTHING))).toEqual([['Pages', 'Courses']]);
});

test('a page is found by other words for it', () => {
  const pages = [{ ...page('Analytics'), also: 'statistics export download' }];
  for (const query of ['statistics', 'export', 'downlaod']) {
    expect(titles(groupEntriesForQuery(query, { pages, commands: [] }, undefined)), query).toEqual([
      ['Pages', 'Analytics'],
    ]);
  }
});

test('when nothing has every word, the pages and commands with the most of them are offered', () => {
  const found = (query: string, answer = NOTHING) => titles(groupEntriesForQuery(query, KNOWN, answer));
  expect(found('how do I create a token')).toEqual([['Commands', 'Create an API token']]);
  expect(found('workspace settings')).toEqual([['Pages', 'Settings']]);
  expect(found('invite people')).toEqual([['Pages', 'People']]);
  expect(found('to be or not'), 'short words decide nothing').toEqual([]);
  expect(
    titles(groupEntriesForQuery('workspace settings', KNOWN, undefined)),
    'not before the server has answered',
  ).toEqual([]);
  const person = {
    id: 'p',
    full_name: 'Out Token',
    email: 'out@example.com',
    external_id: null,
    role: 'trainer',
    is_active: true,
  } as const;
  expect(found('out token', { ...NOTHING, people: [person] }), 'not beside what has every word').toEqual([
    ['People', 'Out Token'],
  ]);
});

test('every role finds what it may do by the words of a newcomer', () => {
  const pagesOf = (role: Role) =>
    listPagesFoundByName().filter(({ permission }) => permissionReachOf(role, permission) !== undefined);
  const commandsOf = (role: Role) =>
    PAGE_COMMANDS.filter(({ permission }) => permissionReachOf(role, permission) !== undefined);
  const known = (role: Role) => ({
    pages: pagesOf(role).map(({ title, also }) => ({ ...page(title), also })),
    commands: [...commandsOf(role).map(({ name }) => name), ...Object.values(DIRECT_COMMANDS)]
      .map(commandTextsOf)
      .map(({ title, also }) => command(title, also)),
  });
  const first = (role: Role, query: string) =>
    groupEntriesForQuery(query, known(role), NOTHING).flatMap(({ entries }) => entries.map(({ title }) => title));
  for (const [role, query, title] of NEWCOMERS)
    expect(first(role, query).slice(0, 3), `${role}: ${query}`).toContain(title);
});

test('each kind leads to its page, and says what tells it from others', () => {
  const groups = groupEntriesForQuery(
    'ana',
    { ...KNOWN, commands: [] },
    {
      ...NOTHING,
      people: [
        { id: 'p', full_name: 'Ana', email: 'ana@example.com', external_id: null, role: 'trainer', is_active: false },
      ],
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
