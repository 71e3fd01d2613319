import { Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { VERIFIED_DOMAIN_GRACE_DAYS, SignInDomainRef, type SignInDomain } from '@training/shared/issuers/issuers';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDayOfTimestamp } from '../../lib/i18n/dates.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { Section } from '../../ui/pages/section.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { CopyableValue } from './copyable-value.tsx';

const t = translatorOf('issuers');

/** Returns the day from which a domain without its record is no longer verified. */
const endOf = (missingSince: string) =>
  formatDayOfTimestamp(new Date(Date.parse(missingSince) + VERIFIED_DOMAIN_GRACE_DAYS * 86_400_000).toISOString());

/** The domains whose addresses the provider signs in, once they are verified. */
export function DomainSection({ domains }: { domains: SignInDomain[] }) {
  const mayWrite = usePermissionReach('workspace:write') !== undefined;
  const [isAdded, setAdded] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const { issuers } = trpc.useUtils();
  const remove = trpc.issuers.removeDomain.useMutation({
    onSuccess: (after) => {
      issuers.read.setData(undefined, after);
      setRemoved(null);
    },
  });
  const add = (
    <Button variant="default" onClick={() => setAdded(true)}>
      {t('addDomain')}
    </Button>
  );
  return (
    <Section title={t('domains')} description={t('aboutDomains')} actions={mayWrite && add}>
      <Stack>
        {domains.length === 0 && <Text c="dimmed">{t('noDomains')}</Text>}
        {domains.map((each) => (
          <DomainCard key={each.domain} given={each} onRemove={() => setRemoved(each.domain)} />
        ))}
      </Stack>
      <FormDialog opened={isAdded} onClose={() => setAdded(false)} title={t('addDomain')} size="md">
        <AddDomainForm onClose={() => setAdded(false)} />
      </FormDialog>
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('removeDomainQuestion', { domain: removed ?? '' })}
        confirmLabel={t('remove')}
        failed={t('failedToRemoveDomain')}
        danger
        mutation={remove}
        onConfirm={() => removed !== null && remove.mutate({ domain: removed })}
      >
        {t('removeDomainMore')}
      </ConfirmDialog>
    </Section>
  );
}

function DomainCard({ given, onRemove }: { given: SignInDomain; onRemove: () => void }) {
  const { domain, record_name, record_text, verified_at, verified_by, missing_since } = given;
  const isToCheck = verified_at === null || missing_since !== null;
  const mayWrite = usePermissionReach('workspace:write') !== undefined;
  const { issuers } = trpc.useUtils();
  const verify = trpc.issuers.verifyDomain.useMutation({
    onSuccess: (after) => issuers.read.setData(undefined, after),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={domain}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Group gap="xs">
            <Text fw={600} dir="ltr" style={{ overflowWrap: 'anywhere' }}>
              {domain}
            </Text>
            <Badge color={isToCheck ? 'yellow.4' : 'green'} variant={isToCheck ? 'filled' : 'dot'}>
              {verified_by === null ? t('unverified') : t(`verifiedBy.${verified_by}`)}
            </Badge>
          </Group>
          {mayWrite && (
            <Group gap="xs">
              {isToCheck && (
                <Button loading={verify.isPending} onClick={() => verify.mutate({ domain })}>
                  {verified_at === null ? t('verify') : t('checkAgain')}
                </Button>
              )}
              <Button variant="default" aria-label={t('removeThis', { domain })} onClick={onRemove}>
                {t('remove')}
              </Button>
            </Group>
          )}
        </Group>
        {verify.error !== null && (
          <FailedState what={t('failedToVerify')} problem={toDisplayableProblem(verify.error)} />
        )}
        {missing_since !== null && (
          <Note color="yellow" icon={<IconInfoCircle aria-hidden />}>
            {t('recordMissing', { day: endOf(missing_since) })}
          </Note>
        )}
        {isToCheck && (
          <>
            {missing_since === null && <Text size="sm">{t('addRecord')}</Text>}
            <CopyableValue label={t('recordName')} value={record_name} copy={t('copyName')} />
            <CopyableValue label={t('recordText')} value={record_text} copy={t('copyText')} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

function AddDomainForm({ onClose }: { onClose: () => void }) {
  const { issuers } = trpc.useUtils();
  const add = trpc.issuers.addDomain.useMutation();
  const { form, inDialog } = useContractForm(SignInDomainRef, { domain: '' }, ['sign-in domain']);
  const send = async (values: SignInDomainRef) => {
    issuers.read.setData(undefined, await add.mutateAsync(values));
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToAddDomain')} submitLabel={t('addDomain')}>
      <TextInput
        label={t('domain')}
        description={t('domainIs')}
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        {...form.getInputProps('domain')}
      />
    </FormInDialog>
  );
}
