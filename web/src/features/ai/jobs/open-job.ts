import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../../../lib/workspace.ts';

/** Returns a function that opens a job's page; `also` is another job started with it. */
export function useOpenJob() {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  return (job: string, also?: string) =>
    navigate({ to: '/$workspace/ai/jobs/$job', params: { workspace: workspace.slug, job }, search: { also } });
}
