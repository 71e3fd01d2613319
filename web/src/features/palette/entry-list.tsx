import { type MouseEvent, useEffect, useRef } from 'react';
import {
  IconArrowRight,
  IconBolt,
  IconBook2,
  IconCards,
  IconInbox,
  IconSchool,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import type { PaletteEntry, EntryGroup } from './entries.ts';
import classes from './palette.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('palette');

const ICONS: Record<PaletteEntry['kind'], TablerIcon> = {
  page: IconArrowRight,
  command: IconBolt,
  person: IconUser,
  course: IconBook2,
  module: IconCards,
  suggestion: IconInbox,
  lesson: IconSchool,
};

function EntryIcon({ kind }: { kind: PaletteEntry['kind'] }) {
  const Icon = ICONS[kind];
  return <Icon size={18} stroke={1.5} aria-hidden />;
}

interface EntryListProps {
  id: string;
  groups: EntryGroup[];
  active: string | undefined;
  idOf: (entry: PaletteEntry) => string;
  onChoose: (entry: PaletteEntry) => void;
}

/**
 * The listbox of a combobox, which HTML doesn't have. Its options are links, so that they can be opened in a new tab.
 */
export function EntryList({ id, groups, active, idOf, onChoose }: EntryListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
    <div id={id} role="listbox" aria-label={t('found')} className={classes.list}>
      {groups.map(({ title, entries }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
        <div key={title} role="group" aria-label={title}>
          <div className={classes.group} aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.path}
              id={idOf(entry)}
              entry={entry}
              isActive={entry.path === active}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, entry, isActive, onChoose }: OptionProps) {
  const { workspace } = useWorkspaceSession();
  const option = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const onClick = (event: MouseEvent) => {
    // Modifier keys open a new tab or window, as usual for links.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <a
      ref={option}
      id={id}
      href={`/${workspace.slug}${entry.path}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      onClick={onClick}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <EntryIcon kind={entry.kind} />
      <bdi className={classes.title} title={entry.title}>
        {entry.title}
      </bdi>
      {entry.detail !== '' && <bdi className={classes.detail}>{entry.detail}</bdi>}
    </a>
  );
}
