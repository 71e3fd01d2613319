import { Text } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import classes from './editor.module.css';
import type { FieldError } from '@training/shared/problem';

/** The problems of an item that block its submission, but not saving. */
export function Missing({ problems }: { problems: FieldError[] }) {
  if (problems.length === 0) return null;
  return (
    <Text className={classes.missing} size="xs" component="div">
      <IconPencilExclamation size={15} aria-hidden />
      <span>Still missing: {problems.map(({ message }) => message).join(' · ')}</span>
    </Text>
  );
}
