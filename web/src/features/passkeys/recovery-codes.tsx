import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

interface RecoveryCodesProps {
  /** How many are left. */
  left: number;
  mayChange: boolean;
  onChanged: () => void;
}

/** Creates recovery codes. They are shown until the page is left, and never again. */
export function RecoveryCodesSection({ left, mayChange, onChanged }: RecoveryCodesProps) {
  const creating = trpc.passkeys.createRecoveryCodes.useMutation({ gcTime: 0, onSuccess: onChanged });
  const codes = creating.data?.codes;
  const button = (
    <Button variant="default" disabled={!mayChange} loading={creating.isPending} onClick={() => creating.mutate({})}>
      {left === 0 ? t('createCodes') : t('replaceCodes')}
    </Button>
  );
  return (
    <Section title={t('recoveryCodes')} description={t('aboutCodes')} actions={button}>
      {creating.error !== null && (
        <FailedState what={t('failedToCreateCodes')} problem={toDisplayableProblem(creating.error)} />
      )}
      {codes === undefined ? (
        <Text>{t('codesLeft', { left })}</Text>
      ) : (
        <Stack align="flex-start">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('keepCodes')}>
            {t('codesShownOnce')}
          </Alert>
          <Code block dir="ltr">
            {codes.join('\n')}
          </Code>
          <Group>
            <CopyButton value={codes.join('\n')} label={t('copyCodes')} hasInitialFocus />
          </Group>
        </Stack>
      )}
    </Section>
  );
}
