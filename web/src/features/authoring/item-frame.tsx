import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ItemSource } from '@training/shared/courses';
import type { FieldError } from '@training/shared/errors';
import type { ReactNode } from 'react';
import classes from './authoring.module.css';
import { ItemSourceNote } from '../courses/item-source.tsx';
import { Missing } from './missing.tsx';

interface ItemFrameProps {
  id: string;
  /** "Card 3" */
  name: string;
  handle: ReactNode;
  isPreviewed: boolean;
  onPreview: (isPreviewed: boolean) => void;
  onRemove: () => void;
  problems: FieldError[];
  source: ItemSource | undefined;
  comments: ReactNode;
  /** Beside the name, such as the kind of a question. */
  beside?: ReactNode;
  children: ReactNode;
}

/** What a card and a question have around their fields. */
export function ItemFrame(props: ItemFrameProps) {
  const { id, name, handle, isPreviewed, onPreview, onRemove, problems, source, comments, beside, children } = props;
  return (
    <div id={anchorOf(id)} className={classes.item}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          {handle}
          <Text fw={600}>{name}</Text>
          {beside}
        </Group>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={isPreviewed ? <IconPencil size={15} aria-hidden /> : <IconEye size={15} aria-hidden />}
            aria-label={`${isPreviewed ? 'Edit' : 'Preview'} ${name}`}
            onClick={() => onPreview(!isPreviewed)}
          >
            {isPreviewed ? 'Edit' : 'Preview'}
          </Button>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {children}
      {source !== undefined && <ItemSourceNote source={source} />}
      <Missing problems={problems} />
      {comments}
    </div>
  );
}

/** Where an item is found on the page. */
export function anchorOf(id: string): string {
  return `item-${id}`;
}

/** Puts the focus on an item's first field, or on whatever of it takes the focus. */
export function focusItem(id: string): void {
  const item = document.getElementById(anchorOf(id));
  const field =
    item?.querySelector<HTMLElement>('textarea, input[type=text]') ?? item?.querySelector<HTMLElement>('button');
  item?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
