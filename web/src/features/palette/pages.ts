import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@training/shared/permissions';
import { NAVIGATION, navigationTitleOf } from '../../lib/navigation.ts';

export interface PalettePage {
  to: NonNullable<LinkProps['to']>;
  /** The URL fragment. */
  hash?: string;
  title: string;
  permission: Permission;
  /** True if only people who manage someone see it. */
  isForManagers?: true;
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

/** Returns the pages of the menu. */
export const listMenuPages = (): PalettePage[] =>
  NAVIGATION.map((item) => {
    const { to, permission, isForManagers } = item;
    const key = KEYS[to];
    return {
      to,
      title: navigationTitleOf(item),
      permission,
      ...(isForManagers && { isForManagers }),
      ...(key !== undefined && { key }),
    };
  });
