import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@training/shared/permissions';
import { API_TOKENS, PROVIDER_KEYS } from '../settings/anchors.ts';
import { NAVIGATION, titleOf } from '../../lib/navigation.ts';

export interface Page {
  to: NonNullable<LinkProps['to']>;
  /** The URL fragment. */
  hash?: string;
  title: string;
  permission: Permission;
  /** The key that opens it after `g`. */
  key?: string;
}

/** Shortcut keys after `g`. Menu pages without one are found by name. */
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

/** Pages that the menu reaches only through another page. */
const BELOW: Page[] = [
  { to: '/$workspace/training/library', title: 'Library', permission: 'learning:study' },
  {
    to: '/$workspace/settings',
    hash: PROVIDER_KEYS,
    title: 'Settings › AI provider keys',
    permission: 'provider_keys:read',
  },
  { to: '/$workspace/settings', hash: API_TOKENS, title: 'Settings › API tokens', permission: 'tokens:read' },
  { to: '/$workspace/settings/usage', title: 'Settings › AI usage', permission: 'provider_keys:read' },
  { to: '/$workspace/settings/spoken-answers', title: 'Settings › Spoken answers', permission: 'workspace:read' },
  { to: '/$workspace/settings/workspace', title: 'Settings › Workspace', permission: 'workspace:read' },
  { to: '/$workspace/settings/notifications', title: 'Settings › Notifications', permission: 'notifications:read' },
  { to: '/$workspace/settings/webhooks', title: 'Settings › Webhooks', permission: 'webhooks:read' },
  { to: '/$workspace/settings/drives', title: 'Settings › Drives', permission: 'drives:read' },
];

/** All pages that can be opened by name. */
export const PAGES: readonly Page[] = [
  ...NAVIGATION.map((item) => {
    const { to, permission } = item;
    const key = KEYS[to];
    return {
      to,
      get title() {
        return titleOf(item);
      },
      permission,
      ...(key !== undefined && { key }),
    };
  }),
  ...BELOW,
];
