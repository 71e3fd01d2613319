import { Text } from '@mantine/core';
import { IconCircleCheck, type TablerIcon, IconClipboardCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WaitingReview } from '@training/shared/overview/overview';
import { TimeAgo } from '../../ui/time.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './overview.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('overview');

export function OverviewList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {children}
    </ul>
  );
}

interface LineProps {
  icon: TablerIcon;
  /** A link to the page where it is handled. */
  link: ReactNode;
  more?: ReactNode;
  /** A timestamp, or text instead of it. */
  at?: string;
  when?: ReactNode;
  urgent?: boolean;
}

export function OverviewRow({ icon: Icon, link, more, at, when, urgent = false }: LineProps) {
  return (
    <li className={classes.line} data-urgent={urgent || undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        {link}
        {more !== undefined && <div className={classes.more}>{more}</div>}
      </div>
      <span className={classes.when}>{at === undefined ? when : <TimeAgo at={at} />}</span>
    </li>
  );
}

/** An empty list, with a hint about what comes next. */
export function EmptyList({ children }: { children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      <Text component="div">{children}</Text>
    </div>
  );
}

/** A module that waits for a decision, with its waiting time. */
export function ReviewLine({ review, isOldest = false }: { review: WaitingReview; isOldest?: boolean }) {
  const { module_id, title, round, department, submitted_by, submitted_at, claimed_by } = review;
  const facts = [
    submitted_by !== '' && t('submittedBy', { name: submitted_by }),
    department,
    round > 1 && t('round', { round }),
    claimed_by !== null && t('claimedBy', { name: claimed_by }),
  ];
  return (
    <OverviewRow
      icon={IconClipboardCheck}
      link={
        <TextLink to="/$workspace/reviews/$module" params={{ module: module_id }}>
          {isOldest ? t('oldestReview', { title }) : title}
        </TextLink>
      }
      more={joinWithDots(facts)}
      at={submitted_at}
    />
  );
}
