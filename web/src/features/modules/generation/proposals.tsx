import { Alert, Button, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail, SectionProposal } from '@training/shared/courses/modules';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { SECTION_WORDS } from '../module-words.ts';

interface ProposalsProps {
  module: ModuleDetail;
  kind: SectionKind;
  isOpen: boolean;
}

/**
 * Generated items that couldn't be added because the section was locked or full. They can be added later or discarded.
 */
export function Proposals({ module, kind, isOpen }: ProposalsProps) {
  return module.proposals
    .filter(({ section }) => section === kind)
    .map((proposal) => <Proposal key={proposal.id} moduleId={module.id} proposal={proposal} isOpen={isOpen} />);
}

function Proposal({ moduleId, proposal, isOpen }: { moduleId: string; proposal: SectionProposal; isOpen: boolean }) {
  const { modules } = trpc.useUtils();
  const settled = { onSettled: () => modules.get.invalidate({ id: moduleId }) };
  const take = trpc.modules.takeProposal.useMutation(settled);
  const dismiss = trpc.modules.dismissProposal.useMutation(settled);
  const { id, section, items, created_at } = proposal;
  const { item, items: many } = SECTION_WORDS[section];
  const what = `${items} ${items === 1 ? item : many}`;
  const error = take.error ?? dismiss.error;
  return (
    <Alert color="violet" icon={<IconSparkles aria-hidden />} title={`Proposal: ${what}`} mb="md">
      <Text component="div" mb="xs">
        Made <Time at={created_at} />, when it couldn’t be added to the section.
        {!isOpen && ' You can add it once the section can be edited again.'}
      </Text>
      {error !== null && (
        <FailedState
          what={take.error === null ? 'couldn’t dismiss the proposal' : 'couldn’t add the proposal'}
          problem={problemOf(error)}
        />
      )}
      <Group gap="xs" mt="xs">
        {isOpen && (
          <Button size="xs" loading={take.isPending} onClick={() => take.mutate({ id })}>
            Add {what}
          </Button>
        )}
        <Button size="xs" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
          Dismiss proposal
        </Button>
      </Group>
    </Alert>
  );
}
