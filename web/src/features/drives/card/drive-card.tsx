import { Badge, Group, Stack, Title } from '@mantine/core';
import type { DriveCard, DriveList } from '@training/shared/drives/drive-cards';
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
  /** Null if the user may not connect drives. */
  offers: DriveList['offers'];
  /** True if it was just connected; selecting its folders is the next step. */
  isNew: boolean;
}

/** A drive's health and actions (rules/drives 9). */
export function DriveCardView({ drive, offers, isNew }: DriveCardProps) {
  const id = useId();
  const mayWrite = useMay('drives:write') !== undefined;
  const isFirst = isNew && mayWrite && drive.folder_count === 0;
  const [isPicking, setPicking] = useState(isFirst);
  // The list may contain the drive before the URL marks it as new.
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
