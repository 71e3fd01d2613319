import { Anchor, Text, Title } from '@mantine/core';
import type { DriveEntry, PickedFolder } from '@training/shared/drives/drives';
import { useEffect, useRef, useState } from 'react';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { FolderPage } from './folder-page.tsx';
import classes from './folders.module.css';

interface FolderBrowserProps {
  id: string;
  chosen: PickedFolder[];
  onChoose: (chosen: PickedFolder[]) => void;
}

/** Browses a drive's folders, one level at a time. Each folder has a checkbox to select it. */
export function FolderBrowser({ id, chosen, onChoose }: FolderBrowserProps) {
  const [trail, setTrail] = useState<DriveEntry[]>([]);
  const folder = trail.at(-1) ?? null;
  const heading = useRef<HTMLHeadingElement>(null);
  const wentTo = folder?.provider_id;
  const isFirst = useRef(true);
  useEffect(() => {
    // The focused element has disappeared.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [wentTo]);
  const toggle = (entry: DriveEntry, isPicked: boolean) =>
    onChoose(
      isPicked
        ? [...chosen, { ...entry, department_id: null }]
        : chosen.filter(({ provider_id }) => provider_id !== entry.provider_id),
    );
  const within = trail.findLast(({ provider_id }) => chosen.some((each) => each.provider_id === provider_id));
  return (
    <section aria-label="Folders of the drive" className={classes.browser}>
      {trail.length > 0 && (
        <Breadcrumbs>
          <Step name="Drive" onClick={() => setTrail([])} />
          {trail.slice(0, -1).map((entry, index) => (
            <Step key={entry.provider_id} name={entry.name} onClick={() => setTrail(trail.slice(0, index + 1))} />
          ))}
        </Breadcrumbs>
      )}
      <Title order={3} size="sm" ref={heading} tabIndex={-1} className={classes.where}>
        <bdi>{folder?.name ?? 'Where to look'}</bdi>
      </Title>
      {within !== undefined && (
        <Text size="xs" c="dimmed">
          Everything in it is read with “{within.name}”. Pick a folder inside to give it another department.
        </Text>
      )}
      <FolderPage
        key={wentTo ?? ''}
        id={id}
        folder={folder}
        page={null}
        isPicked={({ provider_id }) => chosen.some((each) => each.provider_id === provider_id)}
        onToggle={toggle}
        onOpen={(entry) => setTrail([...trail, entry])}
      />
    </section>
  );
}

function Step({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" inherit onClick={onClick}>
      {name}
    </Anchor>
  );
}
