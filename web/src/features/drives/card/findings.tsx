import { Title } from '@mantine/core';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import { inFull, inTime } from '../../../lib/numbers.ts';
import { FOUND_BY } from '../drive-words.ts';
import classes from '../drives.module.css';

/** Detection of changes in the last 30 days: how, and with which delay. */
export function Findings({ drive: { found } }: { drive: DriveCard }) {
  if (found.length === 0) return null;
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        Changes found in the last 30 days
      </Title>
      <table className={classes.found} aria-label="Changes found in the last 30 days">
        <thead>
          <tr>
            <th scope="col">How</th>
            <th scope="col">Documents</th>
            <th scope="col">Median delay</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ by, documents, median_delay_seconds }) => (
            <tr key={by}>
              <th scope="row">{FOUND_BY[by]}</th>
              <td>{inFull(documents)}</td>
              <td>{median_delay_seconds === null ? '–' : inTime(median_delay_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
