import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@training/shared/permissions';
import { NAVIGATION } from '../../lib/navigation.ts';

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

/** The pages of the menu. */
export const MENU_PAGES: readonly Page[] = NAVIGATION.map(({ to, title, permission }) => {
  const key = KEYS[to];
  return { to, title, permission, ...(key !== undefined && { key }) };
});
