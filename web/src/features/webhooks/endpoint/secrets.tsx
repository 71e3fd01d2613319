import { Button, Stack, Text, Radio } from '@mantine/core';
import { type WebhookEndpoint, FORMER_SECRET_VALID_HOURS } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TimeAgo, TimeUntil } from '../../../ui/time.tsx';
import { OneTimeSecretDisplay } from '../secret-once.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../../ui/dialogs/form-dialog.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

/** The active signing secrets: two for a day after a roll. */
export function SigningSecretsSection({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const [isRolling, setRolling] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const onRolled = (rolled: string) => {
    setRolling(false);
    setSecret(rolled);
  };
  return (
    <Section
      title={t('signingSecret')}
      actions={
        mayWrite && (
          <Button variant="default" onClick={() => setRolling(true)}>
            {t('rollSecret')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {endpoint.secrets.length === 0 && <Text>{t('noSecret')}</Text>}
        {endpoint.secrets.map(({ id, created_at, expires_at }) =>
          expires_at === null ? (
            <Text key={id}>{t.nodes('inUseSince', { at: () => <TimeAgo at={created_at} /> })}</Text>
          ) : (
            <Text key={id}>{t.nodes('oldExpires', { at: () => <TimeUntil at={expires_at} /> })}</Text>
          ),
        )}
      </Stack>
      <RollDialog opened={isRolling} endpoint={endpoint} onRolled={onRolled} onClose={() => setRolling(false)} />
      <Dialog opened={secret !== null} onClose={() => setSecret(null)} title={t('newSigningSecret')} size="lg" isLocked>
        {secret !== null && <OneTimeSecretDisplay secret={secret} onDone={() => setSecret(null)} />}
      </Dialog>
    </Section>
  );
}

interface RollDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onRolled: (secret: string) => void;
  onClose: () => void;
}

/** Creates a new secret, and asks what to do with the previous one. */
function RollDialog({ opened, ...form }: RollDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={t('rollSigningSecret')} size="md">
      <RollForm {...form} />
    </FormDialog>
  );
}

function RollForm({ endpoint: { id }, onRolled, onClose }: Omit<RollDialogProps, 'opened'>) {
  const [former, setFormer] = useState('stays');
  const list = trpc.useUtils().webhooks.list;
  const roll = trpc.webhooks.rollSecret.useMutation({ gcTime: 0, onSettled: () => void list.invalidate() });
  const submit = async () => {
    const answer = await roll.mutateAsync({ id, end_former: former === 'ends' }).catch(() => null);
    if (answer === null) return;
    // Keeps the secret out of the cache; only the panel has it.
    roll.reset();
    onRolled(answer.secret);
  };
  return (
    <FormInDialog
      onSubmit={() => void submit()}
      onClose={onClose}
      storedInput={null}
      failure={t('failedToRollSecret')}
      {...formStateOfMutations(roll)}
      submitLabel={t('rollSecret')}
    >
      <Text>{t('rollMeans')}</Text>
      <Radio.Group label={t('oldSecret')} value={former} onChange={setFormer}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="stays"
            label={t('worksFor', { hours: FORMER_SECRET_VALID_HOURS })}
            description={t('worksOnHint')}
            data-autofocus
          />
          <Radio value="ends" label={t('expiresNow')} description={t('expiresNowHint')} />
        </Stack>
      </Radio.Group>
    </FormInDialog>
  );
}
