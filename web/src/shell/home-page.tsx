import { Stack, Text } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { ROLE_NAMES } from '../lib/roles.ts';
import { lastWorkspace } from '../lib/workspace.ts';
import { PlainPage } from './plain-page.tsx';
import { SessionGate } from './session-gate.tsx';
import { SignOutLink } from './sign-out-link.tsx';
import classes from './start-page.module.css';

/** `/`: on to the last workspace, or a choice. */
export function HomePage() {
  return (
    <SessionGate>
      {({ memberships, email }) => {
        const last = lastWorkspace();
        const next = memberships.length === 1 ? memberships[0] : memberships.find((m) => m.workspace.slug === last);
        if (next !== undefined)
          return <Navigate to="/$workspace" params={{ workspace: next.workspace.slug }} replace />;
        if (memberships.length === 0) return <NoWorkspace email={email} />;
        return (
          <PlainPage title="Choose a workspace">
            <Stack gap="xs" mb="md">
              {memberships.map(({ workspace, user }) => (
                <Link
                  key={workspace.id}
                  to="/$workspace"
                  params={{ workspace: workspace.slug }}
                  className={classes.page}
                >
                  <span>
                    <strong>{workspace.name}</strong>
                    <br />
                    <span className={classes.description}>{ROLE_NAMES[user.role]}</span>
                  </span>
                </Link>
              ))}
            </Stack>
            <SignOutLink email={email} />
          </PlainPage>
        );
      }}
    </SessionGate>
  );
}

function NoWorkspace({ email }: { email: string }) {
  return (
    <PlainPage title="No workspace yet">
      <Text mb="md">
        {email} is not an active member of any workspace. Ask whoever looks after the training in your company to invite
        this address.
      </Text>
      <SignOutLink email={email} />
    </PlainPage>
  );
}
