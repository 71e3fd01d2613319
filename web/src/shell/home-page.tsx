import { Stack, Text, Button } from '@mantine/core';
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadLastWorkspaceSlug } from '../lib/last-workspace.ts';
import { isPathInWorkspaces } from '../lib/path-in-workspace.ts';
import { roleNameOf } from '../lib/roles.ts';
import card from '../ui/link-card.module.css';
import { PlainPage } from '../ui/pages/plain-page.tsx';
import { MovedWorkspacesNotice } from './moved-workspaces.tsx';
import { SessionGate } from './session-gate.tsx';
import { toDisplayableProblem } from '../lib/api/problem.ts';
import { useSignOut } from './use-sign-out.ts';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The page at `/`: redirects to the path requested before signing in, or to the last workspace, or shows a choice. */
export function HomePage() {
  const { next: wanted } = useSearch({ from: '/' });
  const router = useRouter();
  return (
    <SessionGate>
      {({ memberships, moved, ...session }) => {
        const email = session.email ?? '';
        const slugs = memberships.map(({ workspace }) => workspace.slug);
        if (wanted !== undefined && isPathInWorkspaces(wanted, slugs, router)) return <GoOn to={wanted} />;
        const last = loadLastWorkspaceSlug();
        const next = memberships.length === 1 ? memberships[0] : memberships.find((m) => m.workspace.slug === last);
        const hasMoved = moved.some(({ slug }) => slug === last);
        if (next !== undefined && !hasMoved)
          return <Navigate to="/$workspace" params={{ workspace: next.workspace.slug }} replace />;
        if (memberships.length === 0 && moved.length === 0) return <NoWorkspace email={email} />;
        return (
          <PlainPage title={t('chooseWorkspace')}>
            <Stack gap="xs" mb="md">
              {memberships.map(({ workspace, user }) => (
                <Link key={workspace.id} to="/$workspace" params={{ workspace: workspace.slug }} className={card.card}>
                  <span>
                    <strong>{workspace.name}</strong>
                    <br />
                    <Text component="span" c="dimmed">
                      {roleNameOf(user.role)}
                    </Text>
                  </span>
                </Link>
              ))}
            </Stack>
            <MovedWorkspacesNotice moved={moved} />
            <SignOutLink email={email} />
          </PlainPage>
        );
      }}
    </SessionGate>
  );
}

function GoOn({ to }: { to: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(to), [history, to]);
  return null;
}

function NoWorkspace({ email }: { email: string }) {
  return (
    <PlainPage title={t('noWorkspaceYet')}>
      <Text mb="md">{t('notAMember', { email })}</Text>
      <SignOutLink email={email} />
    </PlainPage>
  );
}

/** The sign-out link of pages without the account menu. */
function SignOutLink({ email }: { email: string }) {
  const leaving = useSignOut(email);
  return (
    <>
      <Button variant="default" size="xs" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        {t('signOut')}
      </Button>
      {leaving.error !== null && <Text role="alert">{toDisplayableProblem(leaving.error).detail}</Text>}
    </>
  );
}
