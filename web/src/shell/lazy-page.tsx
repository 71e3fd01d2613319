import type { AsyncRouteComponent } from '@tanstack/react-router';
import { type ComponentType, use, useEffect, useState } from 'react';
import { UNREACHABLE } from '../lib/api/http-error.ts';
import { withCatalogues } from '../lib/i18n/catalogues.ts';
import { WorkspaceContext } from '../lib/workspace.ts';
import { PageHeader } from '../ui/pages/page-header.tsx';
import { HealingState } from '../ui/pages/healing-state.tsx';
import { Loading } from '../ui/pages/states.tsx';
import { PlainPage } from '../ui/pages/plain-page.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/**
 * A page whose code loads on demand. On failure, the router's own lazyRouteComponent reloads the document, which
 * replaces the console with the browser's error page while the server is unreachable.
 */
export function lazyPage(load: () => Promise<ComponentType>): AsyncRouteComponent<object> {
  let Page: ComponentType | undefined;
  const preload = async () => {
    try {
      Page ??= await withCatalogues(load());
    } catch {
      // Shown in place of the page; a failed preload on hover is ignored.
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
      // The browser may cache the failure, and a deployment may have removed the file: a reload fixes both.
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

function NotLoaded({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const failed = (
    <HealingState what={t('failedToLoadPage')} problem={UNREACHABLE} onRetry={onRetry} retrying={retrying} />
  );
  if (use(WorkspaceContext) === null) return <PlainPage title={t('pageNotLoaded')}>{failed}</PlainPage>;
  return (
    <>
      <PageHeader title={t('pageNotLoaded')} />
      {failed}
    </>
  );
}
