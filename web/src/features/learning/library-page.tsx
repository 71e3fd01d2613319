import { Badge, Group, Text, Title } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import type { LibraryCoursePage, LibraryModule } from '@training/shared/learning/learning';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { FilterBar, SearchField } from '../../ui/lists/filter-bar.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './learning.module.css';
import { waitingCycleInWords } from './due-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('learning');

const route = getRouteApi('/$workspace/training/library');
const PAGE_SIZE = 20;

const STATUS = {
  not_started: 'assigned',
  in_progress: 'inProgress',
  completed: 'completed',
} as const;

/** All published modules, for optional learning. */
export function LibraryPage() {
  const { q, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/training/library' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const library = trpc.learning.library.useQuery({ search: q, limit, offset }, { placeholderData: keepPreviousData });
  const search = (next: string | undefined) => void navigate({ search: { q: next }, replace: true });
  const clear = q === undefined ? undefined : () => void navigate({ search: {} });
  return (
    <>
      <PageHeader
        title={t('library')}
        description={t('allPublishedModules')}
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/training">{t('myTraining')}</TextLink>
          </Breadcrumbs>
        }
      />
      <FilterBar what={t('theLibrary')} onClear={clear}>
        <SearchField label={t('searchLibrary')} value={q} onSearch={search} />
      </FilterBar>
      <PageState query={library} what={t('theLibrary')}>
        {({ courses, total }) => (
          <PagedList
            what={t('courses', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState
                title={q === undefined ? t('nothingPublishedYet') : t('nothingMatches')}
                icon={<IconBook2 size={28} stroke={1.5} />}
              />
            }
          >
            {courses.map((course) => (
              <Course key={course.id} course={course} />
            ))}
          </PagedList>
        )}
      </PageState>
    </>
  );
}

function Course({ course: { title, emoji, department, modules } }: { course: LibraryCoursePage['courses'][number] }) {
  return (
    <section className={classes.part}>
      <Title order={2} size="h4">
        <span aria-hidden="true">{emoji}</span> <bdi>{title}</bdi>
        {department !== null && <bdi className={classes.count}> {department}</bdi>}
      </Title>
      <ul className={classes.list} aria-label={title}>
        {modules.map((module) => (
          <Module key={module.module_id} module={module} />
        ))}
      </ul>
    </section>
  );
}

function Module({ module: { module_id, title, cards, questions, mine } }: { module: LibraryModule }) {
  return (
    <li className={classes.module}>
      <div className={classes.words}>
        <TextLink to="/$workspace/training/$module" params={{ module: module_id }} fw={600} className={classes.cover}>
          {title}
        </TextLink>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('cardsAndQuestions', { cards, questions })}
          </Text>
          {mine !== null && (
            <Badge variant="light">
              {mine.status === 'waiting' ? waitingCycleInWords(mine) : t(STATUS[mine.status])}
            </Badge>
          )}
        </Group>
      </div>
    </li>
  );
}
