import { Tabs } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { type ReactNode, useState } from 'react';
import { PageState } from '../../ui/page-state.tsx';
import { SectionStateBadge } from '../courses/states.tsx';
import { BaseChoice, baseOptions, chosenBase } from './compare/base-choice.tsx';
import { ComparedSettings } from './compare/compared-settings.tsx';
import type { Decision } from './decide/decision.ts';
import { DecisionDialogs } from './decide/decision-dialogs.tsx';
import { History } from '../modules/history.tsx';
import type { Item } from '../items/item-fields.ts';
import { ReviewHeader } from './review-header.tsx';
import { ReviewNotices } from './review-notices.tsx';
import type { ReviewSearch } from './review-search.ts';
import { SECTION_WORDS } from '../modules/module-words.ts';
import { useRefusal } from '../modules/use-refusal.ts';
import classes from './reviews.module.css';
import { SectionPanel } from './section-panel.tsx';
import { useComparison } from '../modules/use-comparison.ts';
import { hasChanged, useShown } from './compare/use-shown.ts';

interface ReviewProps {
  module: ModuleDetail;
  above: ReactNode;
  search: ReviewSearch;
  onSearch: (change: ReviewSearch) => void;
}

const SECTIONS = ['flashcards', 'quiz'] as const;

export function Review({ module, above, search, onSearch }: ReviewProps) {
  const comparison = useComparison(module);
  const { shown, changed, look } = useShown(module);
  const [wasRefused, setRefused] = useState(false);
  const [decision, setDecision] = useState<Decision | null>(null);
  const mayDecide = useRefusal(module)({ kind: 'reject' }) === null;
  const isNews = hasChanged(changed);
  const options = baseOptions(comparison.data, isNews);
  const base = chosenBase(options, search.base);
  // Only at first: the page must not turn over by itself when somebody decides.
  const [first] = useState(() => firstToDecide(module));
  const section = search.section ?? first;
  const baseOf = (kind: SectionKind): Item[] | null => {
    if (base === 'nothing') return null;
    return base === 'shown' ? itemsOf(shown, kind) : (comparison.data?.[base]?.[kind] ?? null);
  };
  // What was shown before is in the notice of the change.
  const settingsBefore = base === 'seen' || base === 'approved' ? (comparison.data?.[base] ?? null) : null;
  return (
    <>
      <ReviewHeader
        module={module}
        above={above}
        mayDecide={mayDecide && !isNews}
        onReject={() => setDecision({ kind: 'reject', round: module.round })}
      />
      <ReviewNotices
        module={module}
        changed={changed}
        wasRefused={wasRefused}
        onLook={() => {
          setRefused(false);
          look();
        }}
      />
      <BaseChoice options={options} value={base} onChange={(next) => onSearch({ base: next })} />
      <ComparedSettings before={settingsBefore} now={module} />
      <Tabs
        value={section}
        onChange={(next) => onSearch({ section: SECTIONS.find((kind) => kind === next) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {SECTIONS.map((kind) => (
            <Tabs.Tab
              key={kind}
              value={kind}
              className={classes.tab}
              rightSection={<SectionStateBadge state={module[kind].state} />}
            >
              {SECTION_WORDS[kind].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section}>
          <SectionPanel
            module={module}
            section={section}
            items={itemsOf(module, section)}
            base={baseOf(section)}
            mayDecide={mayDecide && !isNews}
            onApprove={() =>
              setDecision({ kind: 'approve', section, hash: module[section].content_hash, round: module.round })
            }
            onQuery={(itemId) =>
              setDecision({ kind: 'query', section, hash: module[section].content_hash, round: module.round, itemId })
            }
          />
        </Tabs.Panel>
      </Tabs>
      <div className={classes.history}>
        <PageState query={comparison} what="the history">
          {({ rounds }) => <History rounds={rounds} />}
        </PageState>
      </div>
      <DecisionDialogs
        module={module}
        decision={decision}
        onClose={() => setDecision(null)}
        onStale={() => setRefused(true)}
      />
    </>
  );
}

/** Where the reviewer's work begins. */
function firstToDecide(module: ModuleDetail): SectionKind {
  return SECTIONS.find((kind) => module[kind].state === 'locked') ?? 'flashcards';
}

function itemsOf({ flashcards, quiz }: Pick<ModuleDetail, 'flashcards' | 'quiz'>, section: SectionKind): Item[] {
  return section === 'flashcards' ? flashcards.cards : quiz.questions;
}
