import { Outlet, Link, useLocation } from '@tanstack/react-router';
import { type Permission, reachOf } from '@training/shared/permissions';
import { useWorkspace } from '../../lib/workspace.ts';
import { API_TOKENS, PROVIDER_KEYS } from './anchors.ts';
import classes from './settings.module.css';

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
    | '/$workspace/settings/drives'
    | '/$workspace/settings/workspace';
  /** The anchor of a section of the page. */
  anchor?: string;
  title: string;
  permission: Permission;
}

const SETTINGS: SettingsPlace[] = [
  {
    to: '/$workspace/settings',
    anchor: PROVIDER_KEYS,
    title: 'Provider keys',
    permission: 'provider_keys:read',
  },
  { to: '/$workspace/settings', anchor: API_TOKENS, title: 'API tokens', permission: 'tokens:read' },
  { to: '/$workspace/settings/usage', title: 'AI usage', permission: 'provider_keys:read' },
  { to: '/$workspace/settings/spoken-answers', title: 'Spoken answers', permission: 'workspace:read' },
  { to: '/$workspace/settings/notifications', title: 'Notifications', permission: 'notifications:read' },
  { to: '/$workspace/settings/webhooks', title: 'Webhooks', permission: 'webhooks:read' },
  { to: '/$workspace/settings/drives', title: 'Drives', permission: 'drives:read' },
  { to: '/$workspace/settings/workspace', title: 'Workspace', permission: 'workspace:read' },
];

/** The navigation between settings pages. Hidden if the user has access to only one. */
function SettingsNav() {
  const { workspace, user } = useWorkspace();
  const shown = useShownSection(workspace.slug);
  const places = SETTINGS.filter(({ permission }) => reachOf(user.role, permission) !== undefined);
  if (places.length < 2) return null;
  return (
    <nav aria-label="Settings" className={classes.nav}>
      <ul>
        {places.map(({ to, anchor, title }) => (
          <li key={title}>
            <Link
              to={to}
              params={{ workspace: workspace.slug }}
              {...(anchor !== undefined && { hash: anchor })}
              // Determined by the anchor, or the first section; the router would mark both.
              activeOptions={{ exact: anchor !== undefined, includeHash: anchor !== undefined }}
              aria-current={anchor !== undefined && anchor === shown ? 'page' : undefined}
              className={classes.place}
            >
              {title}
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
  return hash === API_TOKENS ? hash : PROVIDER_KEYS;
}
