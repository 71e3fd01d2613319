import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@training/shared/permissions';
import { NAVIGATION } from '../../shell/navigation.ts';

export interface Page {
  to: NonNullable<LinkProps['to']>;
  title: string;
  permission: Permission;
  /** The key that leads there after `g`. */
  key?: string;
}

/** After `g`; the pages of the menu that have none are found by their name. */
const KEYS: Partial<Record<(typeof NAVIGATION)[number]['to'], string>> = {
  '/$workspace': 'h',
  '/$workspace/training': 't',
  '/$workspace/people': 'p',
  '/$workspace/departments': 'd',
  '/$workspace/courses': 'c',
  '/$workspace/ai': 'i',
  '/$workspace/recommended': 'e',
  '/$workspace/reviews': 'r',
  '/$workspace/assignments': 'a',
  '/$workspace/grading': 'g',
  '/$workspace/analytics': 'n',
  '/$workspace/audit': 'l',
  '/$workspace/settings': 's',
};

/** What the menu leads to by way of another page. */
const BELOW: Page[] = [
  { to: '/$workspace/training/library', title: 'Library', permission: 'learning:study' },
  { to: '/$workspace/settings/workspace', title: 'Settings › Workspace', permission: 'workspace:read' },
  { to: '/$workspace/settings/notifications', title: 'Settings › Notifications', permission: 'notifications:read' },
  { to: '/$workspace/settings/webhooks', title: 'Settings › Webhooks', permission: 'webhooks:read' },
  { to: '/$workspace/settings/drives', title: 'Settings › Drives', permission: 'drives:read' },
];

/** The pages that can be gone to by name. */
export const PAGES: readonly Page[] = [
  ...NAVIGATION.map(({ to, title, permission }) => {
    const key = KEYS[to];
    return { to, title, permission, ...(key !== undefined && { key }) };
  }),
  ...BELOW,
];
