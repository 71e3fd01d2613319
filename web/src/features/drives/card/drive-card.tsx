import { Badge, Group, Stack, Title } from '@mantine/core';
import type { DriveCard, DriveList } from '@training/shared/drive-cards';
import { useId, useState } from 'react';
import { useMay } from '../../../lib/workspace.ts';
import { nameOf, STATES } from '../drive-words.ts';
import classes from '../drives.module.css';
import { PickDialog } from '../folders/pick-dialog.tsx';
import { DriveActions } from './drive-actions.tsx';
import { DriveFacts } from './drive-facts.tsx';
import { DriveFiles } from './drive-files.tsx';
import { DriveNotice } from './drive-notice.tsx';
import { Findings } from './findings.tsx';
import { Scan } from './scan.tsx';

interface DriveCardProps {
  drive: DriveCard;
  /** Null for whoever may not connect drives. */
  offers: DriveList['offers'];
  /** It has just been connected: its folders are what comes next. */
  isNew: boolean;
}

/** How a drive fares, and what can be done with it (rules/drives 9). */
export function DriveCardView({ drive, offers, isNew }: DriveCardProps) {
  const id = useId();
  const mayWrite = useMay('drives:write') !== undefined;
  const isFirst = isNew && mayWrite && drive.folder_count === 0;
  const [isPicking, setPicking] = useState(isFirst);
  // The list may have the drive before the address says that it is new.
  const [wasNew, setWasNew] = useState(isNew);
  if (isNew !== wasNew) {
    setWasNew(isNew);
    if (isFirst) setPicking(true);
  }
  const isConnected = drive.state !== 'disconnected';
  return (
    <article
      aria-labelledby={id}
      className={classes.card}
      data-failing={drive.state === 'reconnect_needed' || undefined}
    >
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <Group gap="xs" className={classes.title}>
          <Title order={2} id={id} tabIndex={-1}>
            <bdi>{nameOf(drive)}</bdi>
          </Title>
          <Badge {...STATES[drive.state]} />
        </Group>
        {offers !== null && <DriveActions drive={drive} offers={offers} onPick={() => setPicking(true)} />}
      </Group>
      <Stack gap="md">
        <DriveNotice drive={drive} mayWrite={mayWrite} isNew={isNew} onPick={() => setPicking(true)} />
        {isConnected && <Scan drive={drive} />}
        <div className={classes.columns}>
          <DriveFacts drive={drive} publicUrl={offers?.public_url ?? null} />
          <Stack gap="md">
            <DriveFiles drive={drive} />
            {isConnected && <Findings drive={drive} />}
          </Stack>
        </div>
      </Stack>
      {mayWrite && drive.folders !== null && (
        <PickDialog opened={isPicking} drive={drive} picked={drive.folders} onClose={() => setPicking(false)} />
      )}
    </article>
  );
}
