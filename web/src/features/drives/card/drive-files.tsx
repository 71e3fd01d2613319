import { Title } from '@mantine/core';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import { DriveFileState } from '@training/shared/drives/drives';
import { counted, inFull } from '../../../lib/numbers.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { FILE_STATES } from '../drive-words.ts';
import classes from '../drives.module.css';

/** File counts per state, linked to the lists, and the reasons for unreadable documents. */
export function DriveFiles({ drive }: { drive: DriveCard }) {
  const { id, files, cannot_read, folders } = drive;
  if (files.length === 0) return null;
  const counts = new Map(files.map((each) => [each.state, each.files]));
  const isListed = folders !== null;
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        Documents
      </Title>
      <ul className={classes.states} aria-label="Documents by state">
        {DriveFileState.options.flatMap((state) => {
          const count = counts.get(state);
          if (count === undefined || count === 0) return [];
          const words = `${inFull(count)} ${FILE_STATES[state].label.toLowerCase()}`;
          return [<li key={state}>{isListed ? <ToFiles id={id} state={state} words={words} /> : words}</li>];
        })}
      </ul>
      {cannot_read.length > 0 && (
        <ul className={classes.reasons} aria-label="Documents that can’t be read">
          {cannot_read.map((each) => (
            <li key={`${each.state} ${each.reason}`}>
              {counted(each.files, 'document')} {FILE_STATES[each.state].label.toLowerCase()}.{' '}
              {each.advice ?? FILE_STATES[each.state].means}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ToFiles({ id, state, words }: { id: string; state: DriveFileState; words: string }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink
      to="/$workspace/settings/drives/$drive"
      params={{ workspace: workspace.slug, drive: id }}
      search={{ state }}
      underline="always"
    >
      {words}
    </TextLink>
  );
}
