import { Button, type ButtonProps, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface ExplainedButtonProps extends ButtonProps {
  /** Why it does nothing now, in words; null where it works. */
  why: string | null;
  /** The page says so already, in a place that stays in sight: the words are then for whoever is at the button only. */
  isSaid?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A button that says why it cannot work now; it takes the focus all the same, so that everybody finds the reason. */
export function ExplainedButton({ why, isSaid = false, onClick, children, ...props }: ExplainedButtonProps) {
  const id = useId();
  const isOff = why !== null;
  return (
    <Stack gap={4} align="flex-start">
      <Button
        {...props}
        aria-disabled={isOff || undefined}
        data-disabled={isOff || undefined}
        aria-describedby={isOff ? id : undefined}
        title={isSaid ? (why ?? undefined) : undefined}
        onClick={isOff ? undefined : onClick}
      >
        {children}
      </Button>
      {isOff && isSaid && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
      {isOff && !isSaid && (
        <Text id={id} size="xs" c="dimmed" maw="20rem">
          {why}
        </Text>
      )}
    </Stack>
  );
}
