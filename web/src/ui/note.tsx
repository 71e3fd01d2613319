import { Alert, type AlertProps } from '@mantine/core';

/** A notice that is read out when there is time for it, where `Alert` interrupts. */
export function Note(props: Omit<AlertProps, 'role'>) {
  // An output would be inline, and its rules allow no block within.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <Alert role="status" {...props} />;
}
