import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Why what a dialog asks about cannot be done any more; nothing for null. */
export function Obstacle({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />}>
      {children}
    </Alert>
  );
}

/** For the button that it stands in the way of: a disabled one would lose the focus. */
export function asObstructed(obstacle: string | null) {
  return obstacle === null ? {} : { 'aria-disabled': true, 'data-disabled': true };
}
