import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { Session } from '@training/shared/sessions';
import { type ReactNode, useEffect, useState } from 'react';
import { trpc } from '../lib/api/trpc.ts';
import { RetryingState } from '../ui/pages/retrying-state.tsx';
import { Loading } from '../ui/pages/states.tsx';
import { useQueryProblem } from '../ui/pages/use-query-problem.ts';
import { PlainPage } from '../ui/pages/plain-page.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Renders its children for a signed-in user; redirects others to the sign-in page and back. */
export function SessionGate({ children }: { children: (session: Session) => ReactNode }) {
  const session = trpc.session.current.useQuery();
  const problem = useQueryProblem(session);
  if (problem?.code === 'not_signed_in') return <ToSignIn />;
  if (session.data !== undefined) return children(session.data);
  if (problem === null) {
    return (
      <PlainPage title={t('training')}>
        <Loading label={t('openingConsole')} rows={2} />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t('training')}>
      <RetryingState
        what={t('failedToOpenConsole')}
        problem={problem}
        onRetry={() => void session.refetch()}
        retrying={session.isFetching}
      />
    </PlainPage>
  );
}

function ToSignIn() {
  const navigate = useNavigate();
  // The URL when the session ended; the router's own changes while the sign-in page loads.
  const [next] = useState(useRouterState({ select: ({ location }) => location.href }));
  useEffect(() => {
    void navigate({ to: '/sign-in', search: next === '/' ? {} : { next }, replace: true });
  }, [navigate, next]);
  return null;
}
