import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Explains why the dialog's action isn't possible any more; renders nothing for null. */
export function Obstacle({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />}>
      {children}
    </Alert>
  );
}

/** Returns props for the blocked button. A truly disabled button would lose the focus. */
export function asObstructed(obstacle: string | null) {
  return obstacle === null ? {} : { 'aria-disabled': true, 'data-disabled': true };
}
