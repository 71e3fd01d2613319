import { Text } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import type { FieldError } from '@training/shared/errors';
import classes from './editor.module.css';

/** What an item still lacks before it can be submitted; it can be saved all the same. */
export function Missing({ problems }: { problems: FieldError[] }) {
  if (problems.length === 0) return null;
  return (
    <Text className={classes.missing} size="xs" component="div">
      <IconPencilExclamation size={15} aria-hidden />
      <span>Still missing: {problems.map(({ message }) => message).join(' · ')}</span>
    </Text>
  );
}
