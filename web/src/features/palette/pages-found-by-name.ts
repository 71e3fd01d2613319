import type { MessageKey } from '@training/shared/i18n/translator';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { API_TOKENS_ANCHOR, PROVIDER_KEYS_ANCHOR } from '../settings/anchors.ts';
import { listMenuPages, type PalettePage } from './pages.ts';

const t = translatorOf('palette');

type NameOf<Key> = Key extends `page.${infer Name}` ? Name : never;
type PageBelow = Omit<PalettePage, 'title' | 'key'> & { name: NameOf<MessageKey<'palette'>> };

/** Pages that the menu reaches only through another page. */
const BELOW: readonly PageBelow[] = [
  { to: '/$workspace/training/library', name: 'library', permission: 'learning:study' },
  { to: '/$workspace/settings', hash: PROVIDER_KEYS_ANCHOR, name: 'providerKeys', permission: 'provider_keys:read' },
  { to: '/$workspace/settings', hash: API_TOKENS_ANCHOR, name: 'apiTokens', permission: 'tokens:read' },
  { to: '/$workspace/settings/usage', name: 'usage', permission: 'provider_keys:read' },
  { to: '/$workspace/settings/spoken-answers', name: 'spokenAnswers', permission: 'workspace:read' },
  { to: '/$workspace/settings/workspace', name: 'workspace', permission: 'workspace:read' },
  { to: '/$workspace/settings/notifications', name: 'notifications', permission: 'notifications:read' },
  { to: '/$workspace/settings/webhooks', name: 'webhooks', permission: 'webhooks:read' },
  { to: '/$workspace/settings/sign-in', name: 'singleSignOn', permission: 'workspace:read' },
  { to: '/$workspace/settings/identity-providers', name: 'identityProviders', permission: 'tokens:write' },
  { to: '/$workspace/settings/drives', name: 'drives', permission: 'drives:read' },
];

/** Other words for the pages of the menu. */
const MENU_WORDS: Partial<Record<PalettePage['to'], MessageKey<'palette'>>> = {
  '/$workspace': 'pageWords.start',
  '/$workspace/training': 'pageWords.training',
  '/$workspace/people': 'pageWords.people',
  '/$workspace/departments': 'pageWords.departments',
  '/$workspace/courses': 'pageWords.courses',
  '/$workspace/ai': 'pageWords.ai',
  '/$workspace/recommended': 'pageWords.recommended',
  '/$workspace/reviews': 'pageWords.reviews',
  '/$workspace/translations': 'pageWords.translations',
  '/$workspace/assignments': 'pageWords.assignments',
  '/$workspace/grading': 'pageWords.grading',
  '/$workspace/analytics': 'pageWords.analytics',
  '/$workspace/audit': 'pageWords.audit',
};

/** A page, with other words that find it. */
type KnownPage = Omit<PalettePage, 'key'> & { also: string };

/** Returns all pages that can be opened by name. */
export function listPagesFoundByName(): KnownPage[] {
  const ofMenu = listMenuPages().map(({ to, title, permission }) => {
    const words = MENU_WORDS[to];
    return { to, title, permission, also: words === undefined ? '' : t(words) };
  });
  const below = BELOW.map(({ name, ...page }) => ({ ...page, title: t(`page.${name}`), also: t(`pageWords.${name}`) }));
  return [...ofMenu, ...below];
}
