import type { ModuleDetail } from '@training/shared/courses/modules';
import { useEffect, useRef } from 'react';
import { trpc } from '../../lib/api/trpc.ts';

/** Queries the versions to compare with and the history. Refetches after each transition. */
export function useComparison({ id, round, workflow, status, flashcards, quiz }: ModuleDetail) {
  const standing = [round, workflow, status, flashcards.state, quiz.state].join(' ');
  const comparison = trpc.reviews.compare.useQuery({ module_id: id });
  const { refetch } = comparison;
  const last = useRef(standing);
  useEffect(() => {
    if (last.current === standing) return;
    last.current = standing;
    void refetch();
  }, [standing, refetch]);
  return comparison;
}
