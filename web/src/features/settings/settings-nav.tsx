import { Link, useLocation } from '@tanstack/react-router';
import type { Permission } from '@training/shared/permissions';
import { reachOf } from '@training/shared/permissions';
import { useWorkspace } from '../../lib/workspace.ts';
import { API_TOKENS, PROVIDER_KEYS, SPOKEN_ANSWERS } from './anchors.ts';
import classes from './settings.module.css';

interface SettingsPlace {
  to:
    | '/$workspace/settings'
    | '/$workspace/settings/notifications'
    | '/$workspace/settings/webhooks'
    | '/$workspace/settings/drives'
    | '/$workspace/settings/workspace';
  /** A section of the page. */
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
  { to: '/$workspace/settings', anchor: SPOKEN_ANSWERS, title: 'Spoken answers', permission: 'workspace:read' },
  { to: '/$workspace/settings', anchor: API_TOKENS, title: 'API tokens', permission: 'tokens:read' },
  { to: '/$workspace/settings/notifications', title: 'Notifications', permission: 'notifications:read' },
  { to: '/$workspace/settings/webhooks', title: 'Webhooks', permission: 'webhooks:read' },
  { to: '/$workspace/settings/drives', title: 'Drives', permission: 'drives:read' },
  { to: '/$workspace/settings/workspace', title: 'Workspace', permission: 'workspace:read' },
];

/** The way between the settings, on each of their pages; none for whoever has one of them only. */
export function SettingsNav() {
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
              // A section is where its anchor is, or first on the page; the router would mark both.
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

/** The section of the settings page that the address names; its first one where it names none. */
function useShownSection(slug: string): string | undefined {
  const { pathname, hash } = useLocation();
  if (pathname.replace(/\/$/, '') !== `/${slug}/settings`) return undefined;
  return hash === API_TOKENS || hash === SPOKEN_ANSWERS ? hash : PROVIDER_KEYS;
}
