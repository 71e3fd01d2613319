import type { AsyncRouteComponent } from '@tanstack/react-router';
import { type ComponentProps, type ComponentType, use } from 'react';
import { WorkspaceContext } from '../lib/workspace.ts';
import { lazyComponent, CodeNotLoaded } from '../ui/lazy-component.tsx';
import { PageHeader } from '../ui/pages/page-header.tsx';
import { PlainPage } from '../ui/pages/plain-page.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/**
 * A page whose code loads on demand. On failure, the router's own lazyRouteComponent reloads the document, which
 * replaces the console with the browser's error page while the server is unreachable.
 */
export const lazyPage = (load: () => Promise<ComponentType>): AsyncRouteComponent<object> =>
  lazyComponent(load, { Failed: PageNotLoaded });

function PageNotLoaded(props: ComponentProps<typeof CodeNotLoaded>) {
  const failed = <CodeNotLoaded {...props} />;
  if (use(WorkspaceContext) === null) return <PlainPage title={t('pageNotLoaded')}>{failed}</PlainPage>;
  return (
    <>
      <PageHeader title={t('pageNotLoaded')} />
      {failed}
    </>
  );
}
