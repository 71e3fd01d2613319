import { Alert, type AlertProps } from '@mantine/core';

/** A notice that is announced politely, whereas `Alert` interrupts. */
export function Note(props: Omit<AlertProps, 'role'>) {
  // An <output> would be inline and may not contain blocks.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <Alert role="status" {...props} />;
}
