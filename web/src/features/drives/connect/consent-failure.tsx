import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { CONSENT_OUTCOMES, type ConsentOutcome } from '@training/shared/drives/connect-drive';

/** Explains why a consent connected no drive. Closing it also clears the URL. */
export function ConsentFailure({ outcome }: { outcome: ConsentOutcome }) {
  const navigate = useNavigate({ from: '/$workspace/settings/drives/' });
  return (
    <Alert
      color="red"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle aria-hidden />}
      title="Couldn’t connect the drive"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => void navigate({ search: {}, replace: true })}
    >
      {CONSENT_OUTCOMES[outcome]}
    </Alert>
  );
}
