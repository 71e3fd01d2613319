import type { MessageKey } from '@training/shared/i18n/translator';
import { Outlet, Link, useLocation } from '@tanstack/react-router';
import { type Permission, permissionReachOf } from '@training/shared/permissions';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { API_TOKENS_ANCHOR, PROVIDER_KEYS_ANCHOR } from './anchors.ts';
import classes from './settings.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('settings');

/** The layout of all settings pages: their menu, and the page beside it. */
export function SettingsLayout() {
  return (
    <div className={classes.layout}>
      <SettingsNav />
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}

interface SettingsPlace {
  to:
    | '/$workspace/settings'
    | '/$workspace/settings/usage'
    | '/$workspace/settings/spoken-answers'
    | '/$workspace/settings/notifications'
    | '/$workspace/settings/webhooks'
    | '/$workspace/settings/sign-in'
    | '/$workspace/settings/identity-providers'
    | '/$workspace/settings/drives'
    | '/$workspace/settings/workspace';
  /** The anchor of a section of the page. */
  anchor?: string;
  title: Extract<MessageKey<'settings'>, `place.${string}`>;
  permission: Permission;
}

const SETTINGS: SettingsPlace[] = [
  {
    to: '/$workspace/settings',
    anchor: PROVIDER_KEYS_ANCHOR,
    title: 'place.providerKeys',
    permission: 'provider_keys:read',
  },
  { to: '/$workspace/settings', anchor: API_TOKENS_ANCHOR, title: 'place.apiTokens', permission: 'tokens:read' },
  { to: '/$workspace/settings/usage', title: 'place.aiUsage', permission: 'provider_keys:read' },
  { to: '/$workspace/settings/spoken-answers', title: 'place.spokenAnswers', permission: 'workspace:read' },
  { to: '/$workspace/settings/notifications', title: 'place.notifications', permission: 'notifications:read' },
  { to: '/$workspace/settings/webhooks', title: 'place.webhooks', permission: 'webhooks:read' },
  { to: '/$workspace/settings/sign-in', title: 'place.singleSignOn', permission: 'workspace:read' },
  {
    to: '/$workspace/settings/identity-providers',
    title: 'place.identityProviders',
    permission: 'tokens:write',
  },
  { to: '/$workspace/settings/drives', title: 'place.drives', permission: 'drives:read' },
  { to: '/$workspace/settings/workspace', title: 'place.workspace', permission: 'workspace:read' },
];

/** The navigation between settings pages. Hidden if the user has access to only one. */
function SettingsNav() {
  const { workspace, user } = useWorkspaceSession();
  const shown = useShownSection(workspace.slug);
  const places = SETTINGS.filter(({ permission }) => permissionReachOf(user.role, permission) !== undefined);
  if (places.length < 2) return null;
  return (
    <nav aria-label={t('settings')} className={classes.nav}>
      <ul>
        {places.map(({ to, anchor, title }) => (
          <li key={title}>
            <Link
              from="/$workspace"
              to={to}
              {...(anchor !== undefined && { hash: anchor })}
              // Determined by the anchor, or the first section; the router would mark both.
              activeOptions={{ exact: anchor !== undefined, includeHash: anchor !== undefined }}
              aria-current={anchor !== undefined && anchor === shown ? 'page' : undefined}
              className={classes.place}
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the section of the settings page named by the URL, by default the first. */
function useShownSection(slug: string): string | undefined {
  const { pathname, hash } = useLocation();
  if (pathname.replace(/\/$/, '') !== `/${slug}/settings`) return undefined;
  return hash === API_TOKENS_ANCHOR ? hash : PROVIDER_KEYS_ANCHOR;
}
