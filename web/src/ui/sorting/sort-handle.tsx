import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './sortable-list.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface SortHandleProps {
  /** The item's name: "Card 3". */
  name: string;
  /** Absent for the first item. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  dragProps: ComponentProps<'button'>;
}

/**
 * The controls that move an item of a sortable list. The step buttons are for users who can't or don't want to drag.
 */
export function SortHandle({ name, onUp, onDown, dragProps }: SortHandleProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        {...dragProps}
        variant="subtle"
        color="gray"
        className={classes.grip}
        aria-label={t('move', { name })}
      >
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <Step name={name} where="up" onStep={onUp} />
      <Step name={name} where="down" onStep={onDown} />
    </Group>
  );
}

/** A step button. It stays in place and keeps the focus even if no further step is possible. */
function Step({ name, where, onStep }: { name: string; where: 'up' | 'down'; onStep: (() => void) | undefined }) {
  const Icon = where === 'up' ? IconArrowUp : IconArrowDown;
  const isLast = onStep === undefined;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={where === 'up' ? t('moveUp', { name }) : t('moveDown', { name })}
      aria-disabled={isLast}
      data-disabled={isLast || undefined}
      onClick={onStep}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
