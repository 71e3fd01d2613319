import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import {
  describeCategory,
  NotificationCategory,
  NotificationChannel,
  NotificationState,
} from '@training/shared/notifications/notifications';
import { FilterBar, FilterSelect } from '../../../ui/lists/filter-bar.tsx';
import { PersonChoice } from '../../users/person-choice.tsx';
import { CHANNELS, STATES } from '../settings/outcome-words.ts';
import type { SentSearch } from './sent-search.ts';

interface SentFiltersProps {
  search: SentSearch;
  /** The valid filters among those in the URL. */
  filters: {
    category: NotificationCategory | undefined;
    channel: NotificationChannel | undefined;
    state: NotificationState | undefined;
  };
  /** The name of the person filtered by, if any notification was for them. */
  name: string | undefined;
  onFilter: (change: SentSearch) => void;
  onClear: (() => void) | undefined;
}

export function SentFilters({ search, filters, name = 'one person', onFilter, onClear }: SentFiltersProps) {
  const { person, event } = search;
  const { category, channel, state } = filters;
  return (
    <FilterBar what="notifications" onClear={onClear}>
      {person === undefined ? (
        <PersonChoice filter="To anyone" value={null} onChange={(id) => onFilter({ person: id ?? undefined })} />
      ) : (
        <Taken label={`To ${name}`} onTake={() => onFilter({ person: undefined })} />
      )}
      <FilterSelect
        label="Notification"
        all="All notifications"
        options={NotificationCategory.options.map((value) => ({ value, label: describeCategory(value).label }))}
        value={category}
        onChange={(next) => onFilter({ category: next })}
      />
      <FilterSelect
        label="Channel"
        all="All channels"
        options={NotificationChannel.options.map((value) => ({ value, label: CHANNELS[value] }))}
        value={channel}
        onChange={(next) => onFilter({ channel: next })}
      />
      <FilterSelect
        label="State"
        all="All states"
        options={NotificationState.options.map((value) => ({ value, label: STATES[value] }))}
        value={state}
        onChange={(next) => onFilter({ state: next })}
      />
      {event !== undefined && <Taken label="One event" onTake={() => onFilter({ event: undefined })} />}
    </FilterBar>
  );
}

/** An active filter that can be removed. */
function Taken({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <Button
      variant="default"
      fw={500}
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={`${label}: clear this filter`}
      onClick={onTake}
    >
      {label}
    </Button>
  );
}
