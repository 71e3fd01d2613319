import type { Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import { expect } from '../fixtures.ts';

/** Paths in the workspace of pages that a role opens. */
const PAGES = {
  super_admin: [
    '',
    '/people',
    '/departments',
    '/courses',
    '/recommended',
    '/reviews',
    '/assignments',
    '/grading',
    '/analytics',
    '/audit',
    '/settings',
    '/settings/usage',
    '/settings/spoken-answers',
    '/settings/notifications',
    '/settings/webhooks',
    '/settings/identity-providers',
    '/settings/sign-in',
    '/settings/drives',
    '/settings/workspace',
    '/shifts',
  ],
  trainer: ['', '/courses', '/ai', '/training'],
  learner: ['/training', '/training/library'],
} as const satisfies Partial<Record<Role, string[]>>;

type RoleOfPages = keyof typeof PAGES;

export const ROLES_OF_PAGES: readonly RoleOfPages[] = ['super_admin', 'trainer', 'learner'];

const FIRST_COURSE: [list: string, link: RegExp] = ['/courses', /^\/demo(\/courses\/[\da-f-]{36})$/];

/** Lists, and the path in the workspace of what their first link leads to. */
const FIRST_OF: Record<RoleOfPages, [list: string, link: RegExp][]> = {
  super_admin: [
    FIRST_COURSE,
    ['/people', /^\/demo(\/people\/[\da-f-]{36})$/],
    ['/reviews', /^\/demo(\/reviews\/[\da-f-]{36})$/],
    ['/assignments', /^\/demo(\/assignments\/[\da-f-]{36})$/],
  ],
  trainer: [FIRST_COURSE],
  learner: [['/training/library', /^\/demo(\/training\/[\da-f-]{36})$/]],
};

/** Returns the paths in the workspace of a role's pages, with one of each kind of thing that the demo has. */
export async function pathsOf(page: Page, role: RoleOfPages): Promise<string[]> {
  const first: string[] = [];
  for (const [list, link] of FIRST_OF[role]) first.push(await firstOf(page, list, link));
  const [course] = first;
  return [
    ...PAGES[role],
    ...first,
    ...(role === 'learner' || course === undefined ? [] : [await moduleOf(page, course)]),
  ];
}

/** Returns the path of the first module on the page of a course. */
export const moduleOf = (page: Page, course: string) =>
  firstOf(page, course, new RegExp(`^/demo(${course}/[\\da-f-]{36})$`));

/** Returns the path of the first course that the list has. */
export const firstCourse = (page: Page) => firstOf(page, ...FIRST_COURSE);

async function firstOf(page: Page, list: string, link: RegExp): Promise<string> {
  await page.goto(`/demo${list}`);
  const find = async () => {
    const links = await page.locator('main a').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    return links.map((each) => link.exec(each.replace(/[?#].*$/, ''))?.[1]).find((each) => each !== undefined) ?? '';
  };
  await expect.poll(find, list).not.toBe('');
  return find();
}

/** Names of buttons that open something. Others, such as "Approve", may act at once. */
export const OPENERS =
  /^(Account|Actions|Add|Archive|Ask|Assign|Change|Connect|Create|Delete|Dismiss|Edit|End|Export|Generate|Import|Invite|Keyboard|Module settings|More|Move|New|Notifications|Reassign|Reject|Remove|Rename|Replace|Request|Revoke|Rotate|Search|Settings|Set up|Submit|Unpublish|Waive|Withdraw|Workspace)/;

/** The least dialogs, menus and panels that must have been opened, or else the test would prove little. */
export const LEAST_OPENED = { super_admin: 30, trainer: 6, learner: 2 };
