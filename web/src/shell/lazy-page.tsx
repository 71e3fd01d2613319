import type { AsyncRouteComponent } from '@tanstack/react-router';
import { type ComponentType, use, useEffect, useState } from 'react';
import { UNREACHABLE } from '../lib/http-error.ts';
import { WorkspaceContext } from '../lib/workspace.ts';
import { PageHeader } from '../ui/pages/page-header.tsx';
import { HealingState } from '../ui/pages/healing-state.tsx';
import { Loading } from '../ui/pages/states.tsx';
import { PlainPage } from '../ui/pages/plain-page.tsx';

/**
 * A page whose code is fetched when it is first wanted. The router's own lazyRouteComponent reloads the document
 * when that fails, which puts the browser's error page in place of the console while the server is away.
 */
export function lazyPage(load: () => Promise<ComponentType>): AsyncRouteComponent<object> {
  let Page: ComponentType | undefined;
  const preload = async () => {
    try {
      Page ??= await load();
    } catch {
      // Said where the page would be; a preload that fails under the pointer is nobody's concern.
    }
  };

  function LazyPage() {
    const [phase, setPhase] = useState<'loading' | 'failed' | 'retrying' | 'loaded'>('loading');
    useEffect(() => {
      let isShown = true;
      void preload().then(() => isShown && setPhase(Page === undefined ? 'failed' : 'loaded'));
      return () => {
        isShown = false;
      };
    }, []);
    const retry = async () => {
      setPhase('retrying');
      await preload();
      if (Page !== undefined) setPhase('loaded');
      // A browser may remember that the file failed, and after a deployment the file is gone: a new document has both.
      else if (await serverAnswers()) location.reload();
      else setPhase('failed');
    };
    if (Page !== undefined) return <Page />;
    if (phase === 'loading') return <Loading />;
    return <NotLoaded onRetry={() => void retry()} retrying={phase === 'retrying'} />;
  }
  return Object.assign(LazyPage, { preload });
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

const TITLE = 'Page not loaded';

function NotLoaded({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const failed = (
    <HealingState what="couldn’t load this page" problem={UNREACHABLE} onRetry={onRetry} retrying={retrying} />
  );
  if (use(WorkspaceContext) === null) return <PlainPage title={TITLE}>{failed}</PlainPage>;
  return (
    <>
      <PageHeader title={TITLE} />
      {failed}
    </>
  );
}
