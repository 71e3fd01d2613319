import { Button, Group, Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { isUnderReview, isWorkedOn, workflowStateOf } from '@training/shared/workflow-state';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { SectionStateBadge } from '../courses/states.tsx';
import { CommentThread } from '../modules/comments/comments.tsx';
import type { Item } from '../items/item-fields.ts';
import { SECTION_WORDS } from '../modules/module-words.ts';
import { useRefusal } from '../modules/use-refusal.ts';
import classes from './reviews.module.css';
import { SectionItems } from './compare/section-items.tsx';

interface SectionPanelProps {
  module: ModuleDetail;
  section: SectionKind;
  items: Item[];
  base: Item[] | null;
  mayDecide: boolean;
  onApprove: () => void;
  onQuery: (itemId: string | undefined) => void;
}

/** One section under review: where it stands, what it needs, what is in it, and the decisions about it. */
export function SectionPanel({ module, section, items, base, mayDecide, onApprove, onQuery }: SectionPanelProps) {
  const { state } = module[section];
  const { title, the, items: plural } = SECTION_WORDS[section];
  const ask = useRefusal(module);
  const mayQuery = mayDecide && ask({ kind: 'query', section }) === null;
  const mayApprove = mayDecide && ask({ kind: 'approve', section }) === null;
  const areCommentsOpen = isWorkedOn(workflowStateOf(module));
  return (
    <Section
      title={`${title} (${items.length})`}
      description={<Needs module={module} section={section} />}
      actions={
        <Group gap="xs">
          <SectionStateBadge state={state} />
          {mayQuery && (
            <Button variant="default" onClick={() => onQuery(undefined)} aria-label={`Query ${the}`}>
              Query
            </Button>
          )}
          {mayApprove && (
            <Button onClick={onApprove} aria-label={`Approve ${the}`}>
              Approve
            </Button>
          )}
        </Group>
      }
    >
      <div className={classes.aboutAll}>
        <CommentThread
          moduleId={module.id}
          section={section}
          about={the}
          comments={module.comments}
          isOpen={areCommentsOpen}
        />
      </div>
      {items.length === 0 && <Text c="dimmed">There are no {plural} in it.</Text>}
      <SectionItems
        moduleId={module.id}
        section={section}
        items={items}
        base={base}
        comments={module.comments}
        areCommentsOpen={areCommentsOpen}
        onQuery={mayQuery ? onQuery : undefined}
      />
    </Section>
  );
}

function Needs({ module, section }: { module: ModuleDetail; section: SectionKind }) {
  const { state, state_by, state_since } = module[section];
  const by = (
    <>
      {state_by !== null && <> by {state_by}</>}, <Time at={state_since} />
    </>
  );
  switch (state) {
    case 'locked':
      return <>Submitted{by}. It needs a decision.</>;
    case 'approved':
      return isUnderReview(workflowStateOf(module)) ? (
        <>Approved{by}. It stays locked; a query takes the approval back.</>
      ) : (
        <>Approved{by}.</>
      );
    case 'queried':
      return <>Queried{by}. Its trainers can change it now; it needs to be submitted again before it can be decided.</>;
    case 'editable':
      return <>Its trainers can change it; it is not submitted.</>;
  }
}
