import type { LinkProps } from '@tanstack/react-router';
import type { MessageKey } from '@training/shared/i18n/translator';
import type { Permission } from '@training/shared/permissions';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('palette');

type NameOf<Key> = Key extends `command.${infer Name}` ? Name : never;
type CommandName = NameOf<MessageKey<'palette'>>;

/** A page's dialog or list that the palette opens by the URL fragment. */
interface PageCommand {
  name: CommandName;
  to: NonNullable<LinkProps['to']>;
  hash?: string;
  permission: Permission;
}

export const PAGE_COMMANDS: readonly PageCommand[] = [
  { name: 'newPerson', to: '/$workspace/people', hash: 'new-person', permission: 'users:invite' },
  { name: 'importPeople', to: '/$workspace/people', hash: 'import', permission: 'users:invite' },
  { name: 'newDepartment', to: '/$workspace/departments', hash: 'new-department', permission: 'departments:write' },
  { name: 'newCourse', to: '/$workspace/courses', hash: 'new-course', permission: 'content:author' },
  { name: 'generate', to: '/$workspace/ai', permission: 'content:author' },
  { name: 'assign', to: '/$workspace/assignments', hash: 'assign', permission: 'assignments:manage' },
  { name: 'review', to: '/$workspace/reviews', permission: 'reviews:decide' },
  { name: 'overdue', to: '/$workspace/analytics', permission: 'learners:compare' },
  { name: 'newToken', to: '/$workspace/settings', hash: 'new-token', permission: 'tokens:write' },
  { name: 'newProviderKey', to: '/$workspace/settings', hash: 'provider-keys', permission: 'provider_keys:write' },
  { name: 'newWebhook', to: '/$workspace/settings/webhooks', hash: 'new-webhook', permission: 'webhooks:write' },
  { name: 'connectDrive', to: '/$workspace/settings/drives', permission: 'drives:write' },
];

/** Commands that the palette carries out itself, by the path that stands for them. */
export const DIRECT_COMMANDS = {
  '/#dark': 'dark',
  '/#light': 'light',
  '/#system-colours': 'systemColours',
  '/#shortcuts': 'shortcuts',
  '/#sign-out': 'signOut',
} as const satisfies Record<string, CommandName>;
export type DirectCommand = keyof typeof DIRECT_COMMANDS;

export const isDirectCommandPath = (path: string): path is DirectCommand => Object.hasOwn(DIRECT_COMMANDS, path);

/** Returns a command's title, and other words that find it. */
export const commandTextsOf = (name: CommandName) => ({ title: t(`command.${name}`), also: t(`commandWords.${name}`) });
