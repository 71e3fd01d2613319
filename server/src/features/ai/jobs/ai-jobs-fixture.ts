import type { Role } from '@training/shared/permissions';
import type { AiJob, AiJobState } from '@training/shared/ai/ai-jobs';
import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { afterAll, expect } from 'vitest';
import { keyFor, startAiStandIn } from '../../../../test/ai/stand-in.ts';
import { readConfig } from '../../../core/config.ts';
import type { AiTimeouts } from '../../../providers/ai/ai-settings.ts';
import { openPage } from '../../../../test/follow.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startProcess } from '../../../../test/process.ts';
import { startTestServer, type Client } from '../../../../test/server.ts';
import { hasAiJobEnded } from './ai-job.ts';
import { wav } from '../../../../test/documents/make-recordings.ts';

/** The installation's keys, used by workspaces without their own. */
export const POOLED = { generation: keyFor('good', 'pooled'), transcription: keyFor('good', 'pooled-speech') };

const SENTENCES = [
  'Check the brakes of the forklift before the first drive of every shift.',
  'A load is never lifted higher than fifteen centimetres while the forklift is moving.',
  'Keep three metres of distance from people who walk in the aisle.',
  'Report every collision to the shift lead before you go on working.',
];

/** A text that is split into `parts` parts. */
export function sourceOf(parts: number): { title: string; text: string } {
  const paragraph = (n: number) => SENTENCES.map((sentence) => `${sentence} This is rule ${n}.`).join(' ');
  const needed = parts === 1 ? 600 : parts * 48_000 - 16_000;
  let text = '';
  for (let n = 1; text.length < needed; n++) text += `${paragraph(n)}\n\n`;
  return { title: 'Driving forklifts', text };
}

/** Starts a server that runs jobs, with fake providers; both stop after the test file. */
export async function startJobsServer({
  env,
  waits,
  ...others
}: Parameters<typeof startTestServer>[0] & {
  /** Milliseconds to wait for the first and the next chunk of an answer. */
  waits?: Partial<Pick<AiTimeouts, 'firstChunk' | 'nextChunk'>>;
} = {}) {
  const providers = await startAiStandIn();
  const pooled = { ANTHROPIC_API_KEY: POOLED.generation, DEEPGRAM_API_KEY: POOLED.transcription };
  const whole = { ...providers.env, ...pooled, ...env };
  const { ai } = readConfig(whole);
  const timeouts = { ...ai.timeouts, ...waits };
  const config = { ai: { ...ai, timeouts } };
  const server = await startTestServer({ jobs: true, env: whole, config, ...others });
  afterAll(() => providers.stop());

  /** Creates a signed-in user, with a client for requests and one for streams. */
  async function person(workspace: TestWorkspace, role: Role = 'trainer') {
    const department = role === 'trainer' ? await server.make.department(workspace) : undefined;
    const user = await server.make.user(workspace, { role, ...(department && { departmentId: department.id }) });
    const cookie = await server.signIn(user.email);
    return {
      user,
      cookie,
      workspace,
      client: server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug }),
      watch: (id: string, base = server.base) => watchJob(base, { cookie, workspace: workspace.slug }, id),
    };
  }

  /** Number of jobs of a workspace in a state. */
  async function inState(workspace: { id: string }, state: AiJobState): Promise<number> {
    const { rows } = await server.db.pool.query<{ jobs: number }>(
      'select count(*)::integer as jobs from ai_jobs where workspace_id = $1 and state = $2',
      [workspace.id, state],
    );
    return rows[0]!.jobs;
  }

  return {
    providers,
    server,
    person,
    inState,
    /** Starts another instance as a separate process, with the same pooled keys. */
    startInstance: () =>
      startProcess({ DATABASE_URL: server.databaseUrl, DATABASE_POOL_SIZE: '4', ...providers.env, ...pooled }),
    /** Creates a trainer in a new workspace. */
    trainer: async () => person(await server.make.workspace()),
  };
}

/** Starts `count` short jobs at once and returns their ids. */
export async function startShortJobs({ client }: { client: Client }, count: number): Promise<string[]> {
  const jobs = Array.from({ length: count }, () => client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 }));
  return (await Promise.all(jobs)).map(({ id }) => id);
}

/** Opens a page that follows a job until it ends. */
export function watchJob(base: string, who: { cookie: string; workspace: string }, id: string) {
  return openPage<AiJob>(base, who, {
    topics: [liveTopics.aiJob(id)],
    read: (client) => client.ai.get.query({ id }),
    isLast: hasAiJobEnded,
  });
}

/** Waits until the job is in one of the states, and returns it. */
export async function untilJob(client: Client, id: string, ...states: AiJobState[]): Promise<AiJob> {
  await expect.poll(async () => (await client.ai.get.query({ id })).state).toBeOneOf(states);
  return client.ai.get.query({ id });
}

/** One second of silence as WAV: 8,000 one-byte samples. */
export function recording(seed = 0): Uint8Array<ArrayBuffer> {
  const file = wav(1);
  file.writeUInt32LE(seed, 44);
  return new Uint8Array(file);
}
