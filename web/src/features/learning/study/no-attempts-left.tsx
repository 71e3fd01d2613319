import { Alert } from '@mantine/core';

export function NoAttemptsLeft() {
  return <Alert title="No attempts left">Ask a trainer to open more. Your bell tells you when they have.</Alert>;
}
