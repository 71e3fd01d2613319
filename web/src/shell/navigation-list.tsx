import { reachOf } from '@training/shared/permissions';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../lib/workspace.ts';
import { NAVIGATION } from './navigation.ts';
import classes from './shell.module.css';

/** The pages that the role may open. */
export function NavigationList({ onNavigate }: { onNavigate?: () => void }) {
  const { workspace, user } = useWorkspace();
  const items = NAVIGATION.filter(({ permission }) => reachOf(user.role, permission));
  return (
    <nav aria-label="Pages">
      <ul className={classes.navigation}>
        {items.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ workspace: workspace.slug }}
              activeOptions={{ exact: to === '/$workspace', includeSearch: false }}
              className={classes.item}
              onClick={onNavigate}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
