import { Anchor } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useParams, useRouter } from '@tanstack/react-router';
import { type Permission, permissionReachOf } from '@training/shared/permissions';
import type { Session } from '@training/shared/sessions';
import { useEffect, useMemo } from 'react';
import { useApplyPersonLanguage } from './use-own-language.ts';
import { storeLastWorkspaceSlug } from '../lib/last-workspace.ts';
import { LiveStreamContext, LiveStream } from '../lib/api/live-stream.ts';
import { prefixPathWithWorkspace, defaultWorkspaceSlugOf } from '../lib/path-in-workspace.ts';
import { createQueryClient, createWorkspaceTrpcClient, trpc } from '../lib/api/trpc.ts';
import { WorkspaceContext, useWorkspaceSession } from '../lib/workspace.ts';
import { EmptyState, ForbiddenState } from '../ui/pages/states.tsx';
import { ConsoleFrame } from './frame.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PlainPage } from '../ui/pages/plain-page.tsx';
import { MovedWorkspacesNotice } from './moved-workspaces.tsx';
import { SessionGate } from './session-gate.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

const PasskeyGate = lazyPage(async () => (await import('../features/passkeys/passkey-gate.tsx')).PasskeyGate);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permission to open the page. */
    permission?: Permission;
  }
}

/** The layout of all pages under `/:workspace`. */
export function WorkspaceLayout() {
  const { workspace: slug } = useParams({ from: '/$workspace' });
  return <SessionGate>{(session) => <WorkspaceFor key={slug} slug={slug} session={session} />}</SessionGate>;
}

function WorkspaceFor({ slug, session }: { slug: string; session: Session }) {
  const membership = session.memberships.find(({ workspace }) => workspace.slug === slug);
  const sessionQuery = trpc.useUtils().session.current;
  const refreshSession = () => void sessionQuery.invalidate();
  // Each workspace has its own client and cache, so that data of one never appear in another.
  const { client, cache, live } = useMemo(
    () => {
      const client = createWorkspaceTrpcClient(slug, membership?.user.id);
      return { client, cache: createQueryClient(refreshSession), live: new LiveStream(client) };
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the utilities are new on each render, but their cache isn't
    [slug],
  );
  useEffect(() => {
    if (membership !== undefined) storeLastWorkspaceSlug(slug);
  }, [membership, slug]);
  if (membership?.passkey_required === true) return <PasskeyGate />;
  if (membership === undefined) return <Elsewhere slug={slug} session={session} />;
  const { id, external_id } = membership.user;
  const account = { ...session, email: session.email ?? external_id ?? id, isByPin: session.email === null };
  return (
    <WorkspaceContext value={{ ...membership, session: account, refreshSession }}>
      <trpc.Provider client={client} queryClient={cache}>
        <QueryClientProvider client={cache}>
          <LiveStreamContext value={live}>
            <ConsoleFrame>
              <PermittedPage />
            </ConsoleFrame>
          </LiveStreamContext>
        </QueryClientProvider>
      </trpc.Provider>
    </WorkspaceContext>
  );
}

function PermittedPage() {
  const { user, workspace } = useWorkspaceSession();
  useApplyPersonLanguage({ own: user.language, workspace: workspace.language });
  const refused = useMatches().some(
    ({ staticData: { permission } }) =>
      permission !== undefined && permissionReachOf(user.role, permission) === undefined,
  );
  return refused ? <ForbiddenPage /> : <Outlet />;
}

function ForbiddenPage() {
  useDocumentTitle([t('noAccess'), useWorkspaceSession().workspace.name, t('training')].join(' · '));
  return <ForbiddenState headingLevel={1} />;
}

/** Shown if the user has no such workspace. A page's URL without a workspace redirects into the usual one. */
function Elsewhere({ slug, session }: { slug: string; session: Session }) {
  const router = useRouter();
  const usual = defaultWorkspaceSlugOf(session.memberships);
  const path = useLocation({
    select: ({ href }) => (usual === undefined ? null : prefixPathWithWorkspace(router, usual, href)),
  });
  useEffect(() => {
    if (path !== null && !session.moved.some((each) => each.slug === slug)) router.history.replace(path);
  }, [path, router, session, slug]);
  const moved = session.moved.filter((each) => each.slug === slug);
  if (moved.length > 0) {
    return (
      <PlainPage title={t('noAccess')}>
        <MovedWorkspacesNotice moved={moved} />
      </PlainPage>
    );
  }
  return path === null ? <NotAMember slug={slug} /> : null;
}

function NotAMember({ slug }: { slug: string }) {
  return (
    <PlainPage title={t('noAccess')}>
      <EmptyState
        title={t('noAccessTo', { workspace: slug })}
        action={
          <Anchor component={Link} to="/">
            {t('goToStart')}
          </Anchor>
        }
      >
        {t('checkAddressOrAsk')}
      </EmptyState>
    </PlainPage>
  );
}
