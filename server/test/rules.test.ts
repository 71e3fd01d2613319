import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  REACH_BY_PERMISSION_AND_ROLE,
  permissionReachOf,
  Role,
  type Permission,
  type PermissionReach,
} from '@training/shared/permissions';
import { ModuleStatus, SectionState } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { CITATION, list, numbersOf, read, rules, testsOfRules } from '../../scripts/rules.ts';

test('every rule that the source cites exists', () => {
  const dangling: string[] = [];
  const cited: string[] = [];
  for (const file of list('{server,shared,web,scripts,docs}/**/*.{ts,tsx,mjs,css,md}')) {
    const text = read(file);
    // What a newcomer has no copy of.
    dangling.push(...[...text.matchAll(/\b(?:decisions §|specification )\d\S*/gi)].map(([old]) => `${file}: ${old}`));
    for (const [citation, page, numbers] of text.matchAll(CITATION)) {
      cited.push(citation);
      const known = rules.get(page ?? '');
      const named = numbersOf(numbers ?? '');
      if (!known || named.some((number) => !known.includes(number))) dangling.push(`${file}: ${citation}`);
    }
  }
  expect(dangling).toEqual([]);
  expect(cited.length).toBeGreaterThan(100);
});

/** Rules that no test of ours can prove, and what does. */
const PROVED_ELSEWHERE = {
  'operation 1': 'a run of both commands on a clean clone',
  'roles 5': 'the types: only `permittedProcedure` builds procedures of a workspace',
  'values 7': 'reviews',
};

test('every rule has a test of `npm test` that cites it', () => {
  const missing = [...testsOfRules()].flatMap(([rule, tests]) => (tests.some(({ isDeep }) => !isDeep) ? [] : [rule]));
  expect(missing).toEqual(Object.keys(PROVED_ELSEWHERE));
});

test('each link between documents leads to a file, and to a heading of it', () => {
  const nameOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const headingsOf = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => nameOf(heading));
  const broken = list('{*.md,{server,docs}/**/*.md}').flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, to = '', heading]) => {
      const target = to === '' ? file : path.join(path.dirname(file), to);
      const leads = existsSync(path.join(import.meta.dirname, '../..', target));
      return leads && (!heading || headingsOf(target).includes(heading)) ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

/** A tool wants them on one line, or nothing breaks them. */
const IS_LONG = /oxlint-disable|https?:\/\/\S{80}/;

test('each file that a document or a comment names exists', () => {
  const files = list('{*,{server,shared,web,scripts,docs}/**/*}.{ts,tsx,mjs,sql,json,css}');
  const exists = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
  const gone = list('{*.md,{server,docs}/**/*.md,{server,shared,web,scripts}/**/*.{ts,tsx,mjs,css,sql}}').flatMap(
    (file) =>
      read(file)
        .split('\n')
        .filter((line) => file.endsWith('.md') || /^\s*(?:\/\*|\*|\/\/|--)/.test(line))
        .flatMap((line) => [...line.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, name = '']) => name))
        .filter((name) => !exists(name))
        .map((name) => `${file}: ${name}`),
  );
  expect(gone).toEqual([]);
});

test('comments keep within 120 characters a line', () => {
  const isComment = (line: string) => /^\s*(?:\/\/|\/\*|\* )/.test(line);
  const tooLong = list('{server/{src,test,bench,hostile,evaluate},shared,web,scripts}/**/*.{ts,tsx,mjs,css}').flatMap(
    (file) =>
      read(file)
        .split('\n')
        .flatMap((line, place) =>
          isComment(line) && line.length > 120 && !IS_LONG.test(line) ? [`${file}:${place + 1}`] : [],
        ),
  );
  expect(tooLong).toEqual([]);
});

test('the rules of each page are numbered in order, each number once', () => {
  for (const [page, numbers] of rules) {
    expect(numbers, page).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size, page).toBe(numbers.length);
  }
});

const WORDS: Record<PermissionReach, string> = {
  own: ' (own)',
  department: ' (department)',
  team: ' (team)',
  workspace: '',
  with_reason: ' (with a reason)',
  status: ' (status)',
};

// rules/roles 1
test('the list of roles says what the permissions say', () => {
  const permissions = Object.keys(REACH_BY_PERMISSION_AND_ROLE).filter(
    (name): name is Permission => name in REACH_BY_PERMISSION_AND_ROLE,
  );
  const rolesOf = (permission: Permission) => {
    const byReach = Map.groupBy(
      Role.options.filter((role) => permissionReachOf(role, permission)),
      (role) => permissionReachOf(role, permission) ?? 'own',
    );
    return [...byReach].map(([reach, roles]) => `${roles.join(', ')}${WORDS[reach]}`).join('; ') || 'tokens only';
  };
  const groups = [...Map.groupBy(permissions, rolesOf)].map(
    ([roles, names]) => `- ${names.map((name) => `\`${name}\``).join(', ')}: ${roles}`,
  );
  const written = read('docs/rules/roles.md')
    .split(/\n\n| {3}(?=- )/)
    .filter((line) => /^- `\w+:\w+`/.test(line))
    .map((line) => line.trim().split(/\s+/).join(' '));
  expect(written).toEqual(groups);
});

test('the table of transitions has the codes of the workflow', () => {
  const codes = [...read('docs/rules/review.md').matchAll(/\b\d{3} `(\w+)`/g)].map(([, code]) => code);
  expect(
    read('shared/src/errors.ts')
      .match(/^ {2}\w+(?=: \{)/gm)
      ?.map((code) => code.trim()),
  ).toEqual(expect.arrayContaining(codes));
});

// rules/values 8
test('modules and sections have the states that callers rely on', () => {
  expect(ModuleStatus.options).toEqual([
    'draft',
    'in_review',
    'changes_requested',
    'published',
    'rejected',
    'archived',
  ]);
  expect(SectionState.options).toEqual(['editable', 'locked', 'queried', 'approved']);
});
