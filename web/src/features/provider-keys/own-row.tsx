import { ActionIcon, Alert, Group, Text, Badge, type BadgeProps, Title } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import {
  CAPABILITIES,
  type CapabilityStatus,
  type ModelTask,
  PROVIDERS,
  type ProviderKey,
  type Capability,
} from '@training/shared/provider-keys/provider-keys';
import type { AnswerForm, ModelEndpoint } from '@training/shared/provider-keys/model-endpoints';
import type { ReactNode } from 'react';
import { counted, inFull } from '../../lib/numbers.ts';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { Time } from '../../ui/time.tsx';
import { TestResult, useKeyTest } from './key-test.tsx';
import {
  type Models,
  meaningOf,
  modelLabel,
  stateOf,
  troubleOf,
  targetInWords,
  type KeyState,
  headingIdOf,
} from './key-words.ts';
import { ownModel, TaskModels } from './task-models.tsx';
import classes from './provider-keys.module.css';

interface OwnRowProps {
  status: CapabilityStatus;
  own: ProviderKey;
  models: Models;
  /** Absent for read-only users. */
  onAsk: ((purpose: 'rotate' | 'model' | 'endpoint' | 'remove') => void) | undefined;
  onChangeTask: ((task: ModelTask) => void) | undefined;
}

/** A capability with an own key. */
export function OwnRow({ status, own, models, onAsk, onChangeTask }: OwnRowProps) {
  const test = useKeyTest(own);
  const { label } = CAPABILITIES[status.capability];
  const buttons = onAsk !== undefined && (
    <Group gap={6}>
      <RowButton mt={0} loading={test.isPending} aria-label={`Test the key for ${label}`} onClick={test.run}>
        Test
      </RowButton>
      {own.endpoint === null ? (
        <RowButton mt={0} aria-label={`Rotate the key for ${label}`} onClick={() => onAsk('rotate')}>
          Rotate
        </RowButton>
      ) : (
        <RowButton mt={0} aria-label={`Edit endpoint for ${label}`} onClick={() => onAsk('endpoint')}>
          Edit endpoint
        </RowButton>
      )}
      {hasOtherModels(own, models) && (
        <RowButton mt={0} aria-label={`Change model for ${label}`} onClick={() => onAsk('model')}>
          Change model
        </RowButton>
      )}
      <ActionIcon
        variant="default"
        size={26}
        aria-label={`Remove the key for ${label}`}
        onClick={() => onAsk('remove')}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
  return (
    <RowFrame capability={status.capability} state={stateOf(status)} actions={buttons}>
      {own.failing_since !== null && (
        <Failing own={own} since={own.failing_since} models={models} parkedJobs={status.parked_jobs} />
      )}
      <Troubled own={own} />
      <KeyFacts own={own} models={models} />
      {status.capability === 'generation' && <TaskModels own={own} models={models} onChange={onChangeTask} />}
      <TestResult test={test} own={own} models={models} />
    </RowFrame>
  );
}

/** The last error, if it may be temporary. */
function Troubled({ own }: { own: ProviderKey }) {
  const trouble = troubleOf(own);
  if (trouble === null) return null;
  const { label, advice } = meaningOf(trouble.outcome, own.provider);
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={label} mb="sm">
      {advice} That was the last call, <Time at={trouble.at} />; jobs ask again by themselves.
    </Alert>
  );
}

/** Returns true if other models are available. A deployment isn't a model: the key is bound to it. */
function hasOtherModels({ provider, model }: ProviderKey, models: Models): boolean {
  return PROVIDERS[provider].takes === 'model' && models[provider].some(({ id }) => id !== model);
}

interface FailingProps {
  own: ProviderKey;
  since: string;
  models: Models;
  parkedJobs: number;
}

function Failing({ own, since, models, parkedJobs }: FailingProps) {
  const { provider, failing_model: model, last_error: error } = own;
  const words = meaningOf(error?.outcome, provider);
  const isOfModel = error?.outcome === 'no_model_access' && model !== null && model !== ownModel(own);
  const title = isOfModel ? `${words.label} ${modelLabel(models, provider, model)}` : words.label;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} mb="sm">
      {words.advice} {isOfModel && 'Tasks with other models work on. '}Failing since <Time at={since} />; the pooled key
      isn’t used instead.{' '}
      {parkedJobs === 0
        ? `Jobs that need this ${isOfModel ? 'model' : 'key'} wait until it works.`
        : `${counted(parkedJobs, 'job waits', 'jobs wait')} until the ${isOfModel ? 'model' : 'key'} works.`}
    </Alert>
  );
}

/** The details of an own key. The key itself never leaves the server. */
function KeyFacts({ own, models }: { own: ProviderKey; models: Models }) {
  const { created_at, created_by, rotated_at, rotated_by, last_verified_at, last_used_at } = own;
  return (
    <dl className={classes.facts}>
      <Fact name="Runs on">{targetInWords(own, models)}</Fact>
      {own.endpoint && <EndpointFacts endpoint={own.endpoint} />}
      <Fact name="Own key since" isWide>
        <Time at={created_at} />
        {created_by !== null && ` by ${created_by}`}
        {rotated_at !== null && (
          <>
            , rotated <Time at={rotated_at} />
            {rotated_by !== null && ` by ${rotated_by}`}
          </>
        )}
      </Fact>
      <Fact name="Last verified">
        {last_verified_at === null ? <None>Never</None> : <Time at={last_verified_at} />}
      </Fact>
      <Fact name="Last used">{last_used_at === null ? <None>Not yet</None> : <Time at={last_used_at} />}</Fact>
      <Fact name="Last error">
        <LastError own={own} />
      </Fact>
    </dl>
  );
}

function EndpointFacts({ endpoint: { base_url, context_tokens, has_key, answer_form } }: { endpoint: ModelEndpoint }) {
  return (
    <>
      {base_url !== null && (
        <Fact name="Base URL" isWide>
          {base_url}
        </Fact>
      )}
      <Fact name="Key">{has_key ? 'Stored' : <None>None needed</None>}</Fact>
      <Fact name="Context window">{inFull(context_tokens)} tokens</Fact>
      {answer_form !== null && <Fact name="Structured answers">{ANSWER_FORMS[answer_form]}</Fact>}
    </>
  );
}

const ANSWER_FORMS: Record<AnswerForm, string> = {
  json_schema: 'By JSON schema',
  json_object: 'As JSON',
  text: 'As text',
};

function LastError({ own: { provider, last_error, failing_since } }: { own: ProviderKey }) {
  const at = last_error?.at ?? failing_since;
  if (at === null) return <None>None</None>;
  return (
    <>
      {meaningOf(last_error?.outcome, provider).label}, <Time at={at} />
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
  own: { children: 'Own key', color: 'teal.9', variant: 'filled' },
  failing: { children: 'Failing', color: 'red.8', variant: 'filled' },
  rate_limited: { children: 'Rate-limited', color: 'yellow.4', variant: 'filled' },
  unreachable: { children: 'Not reachable', color: 'yellow.4', variant: 'filled' },
  pooled: { children: 'Pooled', variant: 'default' },
  unavailable: { children: 'Not available', color: 'yellow.4', variant: 'filled' },
};

interface RowFrameProps {
  capability: Capability;
  state: KeyState;
  /** Buttons; omit for read-only users. */
  actions: ReactNode;
  children: ReactNode;
}

/** A capability's card: its purpose, health and actions. */
export function RowFrame({ capability, state, actions, children }: RowFrameProps) {
  const heading = headingIdOf(capability);
  const { label, usedFor } = CAPABILITIES[capability];
  return (
    <article aria-labelledby={heading} className={classes.row} data-state={state}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Group gap="xs">
            <Title order={3} id={heading} tabIndex={-1}>
              {label}
            </Title>
            <Badge {...BADGES[state]} />
          </Group>
          <Text c="dimmed">{usedFor}</Text>
        </div>
        {actions}
      </div>
      {children}
    </article>
  );
}
