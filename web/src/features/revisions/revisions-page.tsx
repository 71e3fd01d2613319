import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { liveTopics } from '@training/shared/live';
import type { Revision, RevisionPage } from '@training/shared/reviews/revisions';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Note } from '../../ui/note.tsx';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { useModule } from '../modules/use-module.ts';
import { useFindTransitionRefusal } from '../modules/use-check-transition.ts';
import { ModuleLanguagesBreadcrumbs } from '../translations/module-breadcrumbs.tsx';
import { RestoreRevisionDialog } from './restore-revision-dialog.tsx';
import { ComparedRevisions, focusComparison } from './compared-revisions.tsx';
import { RevisionTable } from './revision-table.tsx';
import type { RevisionSearchParams } from './revision-search.ts';

const t = translatorOf('revisions');

const route = getRouteApi('/$workspace/courses/$course/$module/revisions');

const PAGE_SIZE = 10;

/** The published revisions of a module: compared, and brought back as a draft. Updates live. */
export function RevisionsPage() {
  const { module: id } = route.useParams();
  const search = route.useSearch();
  const module = useModule(id);
  const page = { module_id: id, ...limitAndOffsetOf(search.page, PAGE_SIZE) };
  const revisions = useLiveQuery(trpc.reviews.revisions.useQuery(page), { topic: liveTopics.module(id) });
  if (isQuerySubjectNotFound(module)) return <NotFoundPage />;
  return (
    <PageState query={module} what={t('theModule')}>
      {(found) => (
        <>
          <PageHeader
            above={<ModuleLanguagesBreadcrumbs module={{ module_id: id, title: found.title, course: found.course }} />}
            title={t('versions')}
            description={t('versionsExplained')}
          />
          <PageState query={revisions} what={t('theVersions')}>
            {(listed) => <Revisions key={id} module={found} listed={listed} search={search} />}
          </PageState>
        </>
      )}
    </PageState>
  );
}

interface RevisionsProps {
  module: ModuleDetail;
  listed: RevisionPage;
  search: RevisionSearchParams;
}

function Revisions({ module, listed, search }: RevisionsProps) {
  const navigate = useNavigate({ from: '/$workspace/courses/$course/$module/revisions' });
  const refusal = useFindTransitionRefusal(module)({ kind: 'restore_revision' });
  const [asked, setAsked] = useState<Revision | null>(null);
  const last = useLastSubject(asked);
  const { limit, offset } = limitAndOffsetOf(search.page, PAGE_SIZE);
  const { revisions, total, live } = listed;
  const turn = (change: RevisionSearchParams) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const compare = async (number: number) => {
    // With what the module is now; the newest, if it is that, with the one before.
    const isNow = module.workflow === null && number === total;
    await turn({ from: isNow ? Math.max(1, number - 1) : number, to: undefined });
    focusComparison();
  };
  return (
    <>
      <Section title={t('published')}>
        {refusal?.code === 'module_state' && (
          <Note mb="sm">
            <Text>{refusal.why}</Text>
          </Note>
        )}
        <PagedList
          what={t('counted', { count: total })}
          total={total}
          limit={limit}
          offset={offset}
          onPage={(next) => void turn({ page: pageNumberAt(next, PAGE_SIZE) })}
          empty={
            <EmptyState title={t('noVersions')} icon={<IconHistory size={28} stroke={1.5} />} headingLevel={3}>
              {t('noVersionsExplained')}
            </EmptyState>
          }
        >
          <RevisionTable
            module={module}
            revisions={revisions}
            live={live}
            onCompare={(number) => void compare(number)}
            onBringBack={refusal === null ? setAsked : undefined}
          />
        </PagedList>
      </Section>
      {total > 0 && (
        <ComparedRevisions module={module} total={total} search={search} onChoose={(to) => void turn(to)} />
      )}
      {last !== null && (
        <RestoreRevisionDialog module={module} revision={last} opened={asked !== null} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
