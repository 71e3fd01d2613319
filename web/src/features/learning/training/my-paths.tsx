import { Anchor, Badge, Group, Progress, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconLock, IconPlayerPause } from '@tabler/icons-react';
import type { MyPath, MyPathsAndCertificates } from '@training/shared/paths/paths';
import { formatDay, joinWithDots } from '../../../lib/i18n/in-words.ts';
import { locale } from '../../../lib/i18n/language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from '../learning.module.css';

const t = translatorOf('learning');

const ICONS = {
  completed: IconCircleCheck,
  excused: IconCircleCheck,
  in_progress: IconCircle,
  open: IconCircle,
  locked: IconLock,
  paused: IconPlayerPause,
};

const TITLES = new Intl.ListFormat(locale);

/** The learner's paths, each with its modules in order, what is locked and why. */
export function MyPathList({ paths, certificates }: MyPathsAndCertificates) {
  const { workspace } = useWorkspaceSession();
  if (paths.length + certificates.length === 0) return null;
  return (
    <section className={classes.part}>
      <Title order={2} size="h4">
        {t('paths')}
      </Title>
      <ul className={classes.list}>
        {paths.map((path) => (
          <PathCard key={path.id} path={path} />
        ))}
      </ul>
      {certificates.map(({ id, title, completed_at, expires_on }) => (
        <Text key={id} size="sm" mt="xs">
          <Anchor href={`/api/workspaces/${workspace.slug}/path-certificates/${id}`} target="_blank" rel="noopener">
            {t('pathCertificate', { title })}
          </Anchor>
          {` · ${joinWithDots([formatDay(completed_at.slice(0, 10)), expires_on === null ? null : t('pathValidUntil', { day: formatDay(expires_on) })])}`}
        </Text>
      ))}
    </section>
  );
}

function PathCard({ path: { title, description, steps, due_on, overdue } }: { path: MyPath }) {
  const done = steps.filter(({ state }) => state === 'completed' || state === 'excused').length;
  return (
    <li className={classes.module} data-overdue={overdue || undefined}>
      <div className={classes.words}>
        <Title order={3} size="h5">
          {title}
        </Title>
        {description !== '' && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        <Group gap="xs">
          <Badge variant="light">{t('modulesDone', { done, total: steps.length })}</Badge>
          {due_on !== null && (
            <Badge color={overdue ? 'red' : 'gray'} variant="light">
              {t(overdue ? 'wasDueOn' : 'dueOn', { day: formatDay(due_on) })}
            </Badge>
          )}
        </Group>
        <Progress value={(done / steps.length) * 100} aria-label={t('progressIn', { title })} />
        <ol className={classes.list} aria-label={t('modulesOf', { title })}>
          {steps.map((step) => (
            <Step key={step.module_id} step={step} />
          ))}
        </ol>
      </div>
    </li>
  );
}

function Step({ step: { module_id, title, state, missing } }: { step: MyPath['steps'][number] }) {
  const Icon = ICONS[state];
  const isClosed = state === 'locked' || state === 'paused';
  return (
    <li className={classes.criterion}>
      <Icon size={20} aria-hidden />
      <div>
        {isClosed ? (
          <Text>{title}</Text>
        ) : (
          <TextLink to="/$workspace/training/$module" params={{ module: module_id }}>
            {title}
          </TextLink>
        )}
        <Text size="sm" c="dimmed">
          {state === 'locked' ? t('opensAfter', { titles: TITLES.format(missing) }) : t(`step.${state}`)}
        </Text>
      </div>
    </li>
  );
}
