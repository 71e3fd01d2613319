import { Button, type ButtonProps, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface ExplainedButtonProps extends ButtonProps {
  /** The reason why it is disabled; null if it is enabled. */
  why: string | null;
  /** True if the page already shows the reason; it is then announced only at the button. */
  isSaid?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A button that explains why it is disabled. It stays focusable, so that every user finds the reason. */
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
