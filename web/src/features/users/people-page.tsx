import { Button, Group } from '@mantine/core';
import { IconCertificate, IconDownload, IconPlus, IconUpload, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RejectedMailAddress } from '@training/shared/notifications/rejected-mail-addresses';
import type { Person } from '@training/shared/users/people';
import { PeopleOrder } from '@training/shared/users/users';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { useOpenByUrlFragment } from '../../lib/use-opened-by-link.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { SelectionBar, createSelectionColumn } from '../../ui/lists/selection.tsx';
import type { TableSort } from '../../ui/lists/sort-control.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { toPersonOption } from '../assignments/chosen-option.ts';
import { useAssignDialog } from '../assignments/assign-button.tsx';
import type { RequestedPeopleChange } from './change-dialog.tsx';
import { ImportPeopleDialog } from './import-dialog.tsx';
import { peopleCountInWords } from './outcome-list.tsx';
import { createPeopleColumns } from './people-columns.tsx';
import { PeopleFilters } from './people-filters.tsx';
import type { PeopleSearchParams } from './people-search.ts';
import { usePersonActionDialogs } from './person-action-dialogs.tsx';
import { LazySignInCodesDialog } from '../pins/pin-section.tsx';
import { listPersonActions, type PersonAction } from './person-actions.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

interface PeopleTableProps {
  people: Person[];
  /** People whose address was rejected; empty while loading. */
  failures: readonly RejectedMailAddress[];
  sort: TableSort;
  /** Absent for read-only users. */
  acting:
    | {
        sendsMail: boolean;
        selected: ReadonlySet<string>;
        onSelect: (ids: ReadonlySet<string>) => void;
        onAct: (action: PersonAction, person: Person) => void;
      }
    | undefined;
}

function PeopleTable({ people, failures, sort, acting }: PeopleTableProps) {
  const columns = createPeopleColumns(failures);
  if (acting !== undefined) {
    columns.unshift(
      createSelectionColumn({
        rows: people,
        idOf: ({ id }) => id,
        labelOf: ({ full_name }) => t('selectPerson', { name: full_name }),
        labelOfAll: t('selectEveryonePage'),
        ...acting,
      }),
    );
    columns.push(menuColumn(acting));
  }
  return (
    <DataTable
      label={t('people')}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      isMuted={({ is_active }) => !is_active}
      sort={sort}
      isCompact
    />
  );
}

type Acting = Exclude<PeopleTableProps['acting'], undefined>;

const menuColumn = ({ sendsMail, onAct }: Acting): Column<Person> => ({
  ...createActionsColumn((person) => (
    <RowMenu label={t('actionsFor', { name: person.full_name })}>
      {listPersonActions(person, sendsMail).map(({ action, label }) => (
        <MenuItem key={action} isDanger={action === 'deactivate'} onClick={() => onAct(action, person)}>
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  )),
  nowrap: true,
});

const route = getRouteApi('/$workspace/people');
const PAGE_SIZE = 50;
const NOBODY: ReadonlySet<string> = new Set();

export function PeopleListPage() {
  const mayInvite = usePermissionReach('users:invite') !== undefined;
  const { q, role, department, status, order, down, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/people' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const filters = { search: q, role, department_id: department, status };
  const sort = useListOrder({
    list: 'people',
    keys: PeopleOrder.options,
    initial: { by: 'added', isDescending: true },
    descendingFirst: ['added', 'last_sign_in'],
    inUrl: { by: order, isDescending: down },
    onChange: ({ by, isDescending }) => filter({ order: by, down: isDescending || undefined }),
  });
  const people = trpc.users.search.useQuery(
    { ...filters, order: sort.by, descending: sort.isDescending, limit, offset },
    { placeholderData: keepPreviousData },
  );
  const users = people.data?.users ?? [];
  const shown = users.map(({ id }) => id);
  const failures = trpc.notifications.mailFailures.useQuery({ user_ids: shown }, { enabled: shown.length > 0 });
  const sendsMail = trpc.users.waysIn.useQuery(undefined, { enabled: mayInvite }).data?.sends_mail ?? false;
  const [selected, onSelect] = useState(NOBODY);
  const [isImporting, setImporting] = useState(false);
  const actions = usePersonActionDialogs(() => onSelect(NOBODY));
  const assigning = useAssignDialog(() => onSelect(NOBODY));
  const [codesFor, setCodesFor] = useState<readonly Person[] | null>(null);
  const offersPin = trpc.workspace.get.useQuery(undefined, { enabled: mayInvite }).data?.pin_sign_in === true;
  useOpenByUrlFragment('new-person', mayInvite ? actions.add : undefined);
  useOpenByUrlFragment('import', mayInvite ? () => setImporting(true) : undefined);

  // Each filter is a history entry, but not each pause while typing a search.
  const filter = (change: PeopleSearchParams) => {
    onSelect(NOBODY);
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: 'q' in change });
  };
  const clear = () => {
    onSelect(NOBODY);
    void navigate({ search: ({ order: by, down: isDown }) => ({ order: by, down: isDown }) });
  };
  return (
    <>
      <PageHeader
        title={t('people')}
        description={mayInvite ? t('everyoneWorkspaceHr') : t('everyoneWorkspaceSuper')}
        actions={
          <Group gap="xs">
            {mayInvite && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={actions.add}>
                {t('newPerson')}
              </Button>
            )}
            <Files filters={filters} onImport={mayInvite ? () => setImporting(true) : undefined} />
          </Group>
        }
      />
      <PeopleFilters onFilter={filter} onClear={clear} />
      <PageState query={people} what={t('listPeople')}>
        {({ users: found, total }) => (
          <PagedList
            what={t('peopleListed', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => {
              onSelect(NOBODY);
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) });
            }}
            empty={<NobodyMatches onClear={clear} />}
          >
            <PeopleTable
              people={found}
              failures={failures.data ?? []}
              sort={sort}
              acting={mayInvite ? { sendsMail, selected, onSelect, onAct: actions.act } : undefined}
            />
            <SelectedPeople
              people={found.filter(({ id }) => selected.has(id))}
              sendsMail={sendsMail}
              onAsk={actions.ask}
              onCodes={offersPin ? setCodesFor : undefined}
              onAssign={(chosen) =>
                assigning.open({
                  modules: [],
                  audiences: chosen.map(({ id, full_name }) => toPersonOption(id, full_name)),
                })
              }
              onClear={() => onSelect(NOBODY)}
            />
          </PagedList>
        )}
      </PageState>
      {actions.dialogs}
      {assigning.dialog}
      <LazySignInCodesDialog people={codesFor} onClose={() => setCodesFor(null)} />
      <ImportPeopleDialog opened={isImporting} sendsMail={sendsMail} onClose={() => setImporting(false)} />
    </>
  );
}

interface FilesProps {
  filters: {
    search: string | undefined;
    role: string | undefined;
    department_id: string | undefined;
    status: string | undefined;
  };
  onImport: (() => void) | undefined;
}

/** Exports the list to a file, and imports changes from one. */
function Files({ filters, onImport }: FilesProps) {
  const { workspace } = useWorkspaceSession();
  const navigate = useNavigate({ from: '/$workspace' });
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const query = new URLSearchParams(given).toString();
  const href = `/api/workspaces/${workspace.slug}/people${query && `?${query}`}`;
  return (
    <RowMenu label={t('importAndExport')} isAmongButtons>
      {onImport !== undefined && (
        <MenuItem icon={<IconUpload size={16} aria-hidden />} onClick={onImport}>
          {t('importFromCsv')}
        </MenuItem>
      )}
      <MenuItem
        icon={<IconCertificate size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/$workspace/people/past-training' })}
      >
        {t('pastTraining')}
      </MenuItem>
      <MenuItem download={href} icon={<IconDownload size={16} aria-hidden />}>
        {t('exportAsCsv')}
      </MenuItem>
    </RowMenu>
  );
}

function NobodyMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t('noOneMatches')}
      icon={<IconUserSearch size={28} stroke={1.5} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t('showEveryone')}
        </Button>
      }
    >
      {t('searchPartNameE')}
    </EmptyState>
  );
}

interface SelectedPeopleProps {
  people: readonly Person[];
  sendsMail: boolean;
  onAsk: (change: RequestedPeopleChange) => void;
  onAssign: (people: readonly Person[]) => void;
  /** Undefined if the workspace offers no sign-in with a PIN. */
  onCodes: ((people: readonly Person[]) => void) | undefined;
  onClear: () => void;
}

/** Actions on the selected people. */
function SelectedPeople({ people, sendsMail, onAsk, onAssign, onCodes, onClear }: SelectedPeopleProps) {
  if (people.length === 0) return null;
  const studying = people.filter(({ is_active, role }) => is_active && role !== 'auditor');
  const button = (kind: RequestedPeopleChange['kind'], label: string) => (
    <Button size="xs" variant="default" onClick={() => onAsk({ kind, people })}>
      {label}
    </Button>
  );
  return (
    <SelectionBar label={t('selectedPeople')} selected={peopleCountInWords(people.length)} onClear={onClear}>
      {studying.length > 0 && (
        <Button size="xs" variant="default" onClick={() => onAssign(studying)}>
          {t('assign')}
        </Button>
      )}
      {button('move', t('moveToDepartment'))}
      {button('role', t('changeLabel.role'))}
      {sendsMail && button('invite', t('invite'))}
      {onCodes !== undefined && (
        <Button size="xs" variant="default" onClick={() => onCodes(people)}>
          {t('signInCodes')}
        </Button>
      )}
      {people.some(({ is_active }) => is_active) && button('deactivate', t('changeLabel.deactivate'))}
      {people.some(({ is_active }) => !is_active) && button('reactivate', t('changeLabel.reactivate'))}
    </SelectionBar>
  );
}
