import { ActionIcon, Alert, Group, Text, Badge, type BadgeProps, Title } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import {
  type CapabilityKeyStatus,
  type ModelTask,
  AI_PROVIDER_TRAITS,
  type ProviderKey,
  type AiCapability,
} from '@training/shared/provider-keys/provider-keys';
import type { ModelEndpoint } from '@training/shared/provider-keys/model-endpoints';
import type { ReactNode } from 'react';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { KeyTestResultNote, useKeyTest } from './key-test.tsx';
import {
  type ModelsByProvider,
  describeKeyOutcome,
  modelLabelOf,
  capabilityKeyStateOf,
  temporaryErrorOf,
  providerAndModelInWords,
  type KeyState,
  capabilityHeadingIdOf,
} from './key-words.ts';
import { modelOfKey, TaskModelList } from './task-models.tsx';
import classes from './provider-keys.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface OwnRowProps {
  status: CapabilityKeyStatus;
  own: ProviderKey;
  models: ModelsByProvider;
  /** Absent for read-only users. */
  onAsk: ((purpose: 'rotate' | 'model' | 'endpoint' | 'remove') => void) | undefined;
  onChangeTask: ((task: ModelTask) => void) | undefined;
}

/** A capability with an own key. */
export function OwnKeyRow({ status, own, models, onAsk, onChangeTask }: OwnRowProps) {
  const test = useKeyTest(own);
  const label = names(`capability.${status.capability}`);
  const buttons = onAsk !== undefined && (
    <Group gap={6}>
      <CompactRowButton
        mt={0}
        loading={test.isPending}
        aria-label={t('testKeyFor', { capability: label })}
        onClick={test.run}
      >
        {t('test')}
      </CompactRowButton>
      {own.endpoint === null ? (
        <CompactRowButton
          mt={0}
          aria-label={t('rotateTheKeyFor', { capability: label })}
          onClick={() => onAsk('rotate')}
        >
          {t('rotate')}
        </CompactRowButton>
      ) : (
        <CompactRowButton
          mt={0}
          aria-label={t('editEndpointFor', { capability: label })}
          onClick={() => onAsk('endpoint')}
        >
          {t('editEndpoint')}
        </CompactRowButton>
      )}
      {hasOtherModels(own, models) && (
        <CompactRowButton mt={0} aria-label={t('changeModelFor', { capability: label })} onClick={() => onAsk('model')}>
          {t('changeModel')}
        </CompactRowButton>
      )}
      <ActionIcon
        variant="default"
        size={26}
        aria-label={t('removeTheKeyFor', { capability: label })}
        onClick={() => onAsk('remove')}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
  return (
    <CapabilityRowFrame capability={status.capability} state={capabilityKeyStateOf(status)} actions={buttons}>
      {own.failing_since !== null && (
        <Failing own={own} since={own.failing_since} models={models} parkedJobs={status.parked_jobs} />
      )}
      <Troubled own={own} />
      <KeyFacts own={own} models={models} />
      {status.capability === 'generation' && <TaskModelList own={own} models={models} onChange={onChangeTask} />}
      <KeyTestResultNote test={test} own={own} models={models} />
    </CapabilityRowFrame>
  );
}

/** The last error, if it may be temporary. */
function Troubled({ own }: { own: ProviderKey }) {
  const trouble = temporaryErrorOf(own);
  if (trouble === null) return null;
  const { label, advice } = describeKeyOutcome(trouble.outcome, own.provider);
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={label} mb="sm">
      {advice} {t.nodes('thatWasLastCall', { at: () => <TimeAgo at={trouble.at} /> })}
    </Alert>
  );
}

/** Returns true if other models are available. A deployment isn't a model: the key is bound to it. */
function hasOtherModels({ provider, model }: ProviderKey, models: ModelsByProvider): boolean {
  return AI_PROVIDER_TRAITS[provider].takes === 'model' && models[provider].some(({ id }) => id !== model);
}

interface FailingProps {
  own: ProviderKey;
  since: string;
  models: ModelsByProvider;
  parkedJobs: number;
}

function Failing({ own, since, models, parkedJobs }: FailingProps) {
  const { provider, failing_model: model, last_error: error } = own;
  const words = describeKeyOutcome(error?.outcome, provider);
  const isOfModel = error?.outcome === 'no_model_access' && model !== null && model !== modelOfKey(own);
  const title = isOfModel ? t('noAccessTo', { model: modelLabelOf(models, provider, model) }) : words.label;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} mb="sm">
      {words.advice} {isOfModel && `${t('otherTasksWork')} `}
      {t.nodes('failingSince', { since: () => <TimeAgo at={since} /> })}{' '}
      {t(isOfModel ? 'jobsWaitForModel' : 'jobsWaitForKey', { count: parkedJobs })}
    </Alert>
  );
}

/** The details of an own key. The key itself never leaves the server. */
function KeyFacts({ own, models }: { own: ProviderKey; models: ModelsByProvider }) {
  const { last_verified_at, last_used_at } = own;
  return (
    <dl className={classes.facts}>
      <Fact name={t('runsOn')}>{providerAndModelInWords(own, models)}</Fact>
      {own.endpoint && <EndpointFacts endpoint={own.endpoint} />}
      <Fact name={t('ownKeySince')} isWide>
        <KeySince own={own} />
      </Fact>
      <Fact name={t('lastVerified')}>
        {last_verified_at === null ? <None>{t('never')}</None> : <TimeAgo at={last_verified_at} />}
      </Fact>
      <Fact name={t('lastUsed')}>
        {last_used_at === null ? <None>{t('notYet')}</None> : <TimeAgo at={last_used_at} />}
      </Fact>
      <Fact name={t('lastError')}>
        <LastError own={own} />
      </Fact>
    </dl>
  );
}

function KeySince({ own: { created_at, created_by, rotated_at, rotated_by } }: { own: ProviderKey }) {
  const created = () => <TimeAgo at={created_at} />;
  const rotated = () => rotated_at !== null && <TimeAgo at={rotated_at} />;
  const createdBy = created_by ?? '';
  if (rotated_at === null) return created_by === null ? created() : t.nodes('keySinceBy', { created, createdBy });
  if (rotated_by === null) {
    return created_by === null
      ? t.nodes('keyRotated', { created, rotated })
      : t.nodes('keySinceByRotated', { created, createdBy, rotated });
  }
  return created_by === null
    ? t.nodes('keyRotatedBy', { created, rotated, rotatedBy: rotated_by })
    : t.nodes('keySinceByRotatedBy', { created, createdBy, rotated, rotatedBy: rotated_by });
}

function EndpointFacts({ endpoint: { base_url, context_tokens, has_key, answer_form } }: { endpoint: ModelEndpoint }) {
  return (
    <>
      {base_url !== null && (
        <Fact name={t('baseUrl')} isWide>
          {base_url}
        </Fact>
      )}
      <Fact name={t('key')}>{has_key ? t('stored') : <None>{t('noneNeeded')}</None>}</Fact>
      <Fact name={t('contextWindow')}>{t('tokenCount', { count: context_tokens })}</Fact>
      {answer_form !== null && <Fact name={t('structuredAnswers')}>{t(`answerForm.${answer_form}`)}</Fact>}
    </>
  );
}

function LastError({ own: { provider, last_error, failing_since } }: { own: ProviderKey }) {
  const at = last_error?.at ?? failing_since;
  if (at === null) return <None>{t('none')}</None>;
  return (
    <>
      {describeKeyOutcome(last_error?.outcome, provider).label}, <TimeAgo at={at} />
    </>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function None({ children }: { children: string }) {
  return (
    <Text span c="dimmed">
      {children}
    </Text>
  );
}

const BADGES: Record<KeyState, BadgeProps> = {
  own: { color: 'teal.9', variant: 'filled' },
  failing: { color: 'red.8', variant: 'filled' },
  rate_limited: { color: 'yellow.4', variant: 'filled' },
  unreachable: { color: 'yellow.4', variant: 'filled' },
  pooled: { variant: 'default' },
  unavailable: { color: 'yellow.4', variant: 'filled' },
};

interface RowFrameProps {
  capability: AiCapability;
  state: KeyState;
  /** Buttons; omit for read-only users. */
  actions: ReactNode;
  children: ReactNode;
}

/** A capability's card: its purpose, health and actions. */
export function CapabilityRowFrame({ capability, state, actions, children }: RowFrameProps) {
  const heading = capabilityHeadingIdOf(capability);
  const label = names(`capability.${capability}`);
  const usedFor = t(`usedFor.${capability}`);
  return (
    <article aria-labelledby={heading} className={classes.row} data-state={state}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Group gap="xs">
            <Title order={3} id={heading} tabIndex={-1}>
              {label}
            </Title>
            <Badge {...BADGES[state]}>{t(`keyState.${state}`)}</Badge>
          </Group>
          <Text c="dimmed">{usedFor}</Text>
        </div>
        {actions}
      </div>
      {children}
    </article>
  );
}
