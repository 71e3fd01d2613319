import { Text, Title } from '@mantine/core';
import { IconBook2, IconSchool } from '@tabler/icons-react';
import type { MyModule, MyTrainingOverview } from '@training/shared/learning/learning';
import type { MyPath, MyPathsAndCertificates } from '@training/shared/paths/paths';
import type { ReactNode } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { localDayOf } from '../../lib/i18n/in-words.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { dueInWords } from './due-words.ts';
import classes from './learning.module.css';
import { EndedTrainings, CompletedTrainings } from './training/finished.tsx';
import { MyPathList } from './training/my-paths.tsx';
import { ModuleCard } from './training/module-card.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** The reader's days of study in a row, from the second day on; nothing while it loads, or for none. */
function StudyDaysNote() {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data } = trpc.learning.days.useQuery({ time_zone });
  if (data === undefined || data.days < 2) return null;
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t(data.today ? 'studiedDays' : 'studiedDaysUntilYesterday', { count: data.days })}
    </Text>
  );
}

/** The learner's assigned, started and completed trainings, designed for phones first. */
export function MyTrainingPage() {
  const studies = usePermissionReach('learning:study') !== undefined;
  const training = trpc.learning.mine.useQuery();
  const { data: paths } = trpc.paths.mine.useQuery();
  const open = training.data && withoutLocked(training.data, paths?.paths ?? []);
  const next = open && nextOf(open);
  return (
    <>
      <PageHeader
        title={t('myTraining')}
        actions={
          studies && (
            <LinkButton
              to="/$workspace/training/library"
              variant="default"
              leftSection={<IconBook2 size={16} aria-hidden />}
            >
              {t('library')}
            </LinkButton>
          )
        }
      />
      {/* Below the header, whose button must not move once this is loaded. */}
      {next && training.data && (
        <Text c="dimmed" size="sm" mb="md">
          <DueNext next={next} today={todayOf(training.data)} />
        </Text>
      )}
      {studies && <StudyDaysNote />}
      <PageState query={training} what={t('yourTraining')}>
        {(found) => <Training training={withoutLocked(found, paths?.paths ?? [])} paths={paths} />}
      </PageState>
    </>
  );
}

/** Returns the training to go on with: one with an answer to check, or else what is due first. */
function nextOf({ owed, begun }: MyTrainingOverview): MyModule | undefined {
  const open = [...owed, ...begun].filter(({ paused }) => !paused);
  return open.find(({ to_check }) => to_check > 0) ?? open[0];
}

const todayOf = ({ at, time_zone }: MyTrainingOverview) => localDayOf(at, time_zone);

/** The next training to do, at the top. */
function DueNext({ next, today }: { next: MyModule; today: string }) {
  const now = next.to_check > 0 ? t('checkYourAnswer') : dueInWords(next, today);
  return (
    <>
      {t.nodes('nextTraining', {
        title: next.title,
        link: (text) => (
          <TextLink
            to="/$workspace/training/$module"
            params={{ module: next.module_id }}
            search={{ step: 'next' }}
            underline="always"
            aria-label={t('nextTrainingNamed', { title: next.title })}
          >
            {text}
          </TextLink>
        ),
      })}
      {now !== null && ` · ${now}`}
    </>
  );
}

/** Leaves out what isn't open yet. Its path shows it. */
function withoutLocked(training: MyTrainingOverview, paths: readonly MyPath[]): MyTrainingOverview {
  const locked = new Set(
    paths.flatMap(({ steps }) => steps.filter(({ state }) => state === 'locked').map(({ module_id }) => module_id)),
  );
  const owed = training.owed.filter(({ module_id }) => !locked.has(module_id));
  return { ...training, owed, owed_total: training.owed_total - (training.owed.length - owed.length) };
}

function Training({ training, paths }: { training: MyTrainingOverview; paths: MyPathsAndCertificates | undefined }) {
  const studies = usePermissionReach('learning:study') !== undefined;
  const { owed, begun, results, ended } = training;
  const today = todayOf(training);
  const first = nextOf(training)?.enrollment_id;
  return (
    <>
      {paths && <MyPathList {...paths} />}
      <Part title={t('toDo')} total={training.owed_total} shown={owed.length}>
        {owed.length > 0 ? (
          <Modules name={t('toDo')} modules={owed} first={first} today={today} timeZone={training.time_zone} />
        ) : (
          <EmptyState title={t('upToDate')} icon={<IconSchool size={28} stroke={1.5} />}>
            {studies ? t('coursesWillAppear') : t('auditorsTakeNoTraining')}
          </EmptyState>
        )}
      </Part>
      {begun.length > 0 && (
        <Part title={t('startedFromLibrary')} total={training.begun_total} shown={begun.length}>
          <Modules
            name={t('startedFromLibrary')}
            modules={begun}
            first={first}
            today={today}
            timeZone={training.time_zone}
          />
        </Part>
      )}
      {results.length > 0 && (
        <Part title={t('results')} total={training.results_total} shown={results.length}>
          <CompletedTrainings results={results} today={today} timeZone={training.time_zone} />
        </Part>
      )}
      {ended.length > 0 && (
        <Part title={t('ended')} total={training.ended_total} shown={ended.length}>
          <EndedTrainings ended={ended} timeZone={training.time_zone} />
        </Part>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  total: number;
  shown: number;
  children: ReactNode;
}

function Part({ title, total, shown, children }: PartProps) {
  return (
    <section className={classes.part}>
      <Title order={2} size="h4">
        {title}
        {total > 0 && <span className={classes.count}> {total > shown ? t('shownOf', { shown, total }) : total}</span>}
      </Title>
      {children}
    </section>
  );
}

interface ModulesProps {
  name: string;
  modules: MyModule[];
  /** The cycle to go on with first. */
  first: string | undefined;
  today: string;
  timeZone: string;
}

function Modules({ name, modules, first, today, timeZone }: ModulesProps) {
  return (
    <ul className={classes.list} aria-label={name}>
      {modules.map((module) => (
        <ModuleCard
          key={module.enrollment_id}
          module={module}
          today={today}
          timeZone={timeZone}
          isFirst={module.enrollment_id === first}
        />
      ))}
    </ul>
  );
}
