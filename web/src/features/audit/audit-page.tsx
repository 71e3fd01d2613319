import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { type AuditSearch, auditFilters } from './audit-search.ts';
import { EvidencePack } from './evidence-pack-dialog.tsx';
import { ExportButton } from './export-button.tsx';

const route = getRouteApi('/$workspace/audit');
const PAGE_SIZE = 50;

export function AuditPage() {
  const mayExport = useMay('audit:export') !== undefined;
  const { page, ...search } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/audit' });
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const filters = auditFilters(search);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const events = trpc.audit.list.useQuery({ ...filters, limit, offset }, { placeholderData: keepPreviousData });
  // Back undoes a filter, not each pause of a search.
  const filter = (change: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: 'q' in change });
  const clear = () => void navigate({ search: {} });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what in this workspace, newest first. Nothing can be changed or deleted here."
        actions={
          mayExport && (
            <>
              <EvidencePack />
              <ExportButton filters={filters} />
            </>
          )
        }
      />
      <AuditFilters search={search} onFilter={filter} onClear={isFiltered ? clear : undefined} />
      <PageState query={events} what="the audit log">
        {({ events: found, total }) => (
          <PagedList
            what={total === 1 ? 'entry' : 'entries'}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageAt(next, PAGE_SIZE) }) })}
            empty={<NoEntries onClear={isFiltered ? clear : undefined} />}
          >
            <AuditList events={found} />
          </PagedList>
        )}
      </PageState>
    </>
  );
}

function NoEntries({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      title={onClear === undefined ? 'Nothing is recorded yet' : 'No entry matches'}
      icon={<IconHistory size={28} stroke={1.5} />}
      action={
        onClear !== undefined && (
          <Button variant="default" onClick={onClear}>
            Show all entries
          </Button>
        )
      }
    >
      {onClear === undefined
        ? 'Whatever people and other systems change appears here.'
        : 'Take a filter away, or look at other days.'}
    </EmptyState>
  );
}
