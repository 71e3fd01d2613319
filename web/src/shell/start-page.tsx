import { Badge, Group } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { reachOf } from '@training/shared/permissions';
import { ROLE_NAMES } from '../lib/roles.ts';
import { useWorkspace } from '../lib/workspace.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { NAVIGATION } from './navigation.ts';
import card from '../ui/link-card.module.css';
import classes from './start-page.module.css';

/** The first page of a workspace: who you are here, and the pages that your role opens. */
export function StartPage() {
  const { user, workspace } = useWorkspace();
  const pages = NAVIGATION.filter(({ to, permission }) => to !== '/$workspace' && reachOf(user.role, permission));
  // Learners have nothing to administer: what they came for is their first page.
  if (user.role === 'learner')
    return <Navigate to="/$workspace/training" params={{ workspace: workspace.slug }} replace />;
  return (
    <>
      <PageHeader
        title={`Hello, ${user.full_name}`}
        description={
          <Group gap="xs">
            <span>You are in {workspace.name} as</span>
            <Badge variant="light">{ROLE_NAMES[user.role]}</Badge>
            {user.department !== null && <span>in {user.department}</span>}
          </Group>
        }
      />
      <ul className={classes.pages}>
        {pages.map(({ to, title, description, icon: Icon }) => (
          <li key={to}>
            <Link to={to} params={{ workspace: workspace.slug }} className={card.card}>
              <Icon size={22} stroke={1.5} aria-hidden />
              <span>
                <strong>{title}</strong>
                <br />
                <span className={classes.description}>{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
