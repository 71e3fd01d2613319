import { randomUUID } from 'node:crypto';
import { liveTopics, type LiveStreamEnd, type LiveMessage, type LiveTopic } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { onTestFinished } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import type { TestServer } from '../../../test/server.ts';
import { moduleLiveTopicOf } from '../../features/courses/modules/module-topic.ts';

type Asked = { topics: LiveTopic[]; tab?: string; signal?: AbortSignal };

/** Opens event streams like a browser, without the console's client. */
export function streamsOf(server: TestServer) {
  const { make, db } = server;

  /** Opens a stream. Returns the messages and the number of bytes received so far. */
  function open(cookie: string, workspace: TestWorkspace, { topics: followed, tab = randomUUID(), signal }: Asked) {
    const leaving = new AbortController();
    const query = new URLSearchParams({
      input: JSON.stringify({ tab, topics: followed }),
      connectionParams: JSON.stringify({ [WORKSPACE_HEADER]: workspace.slug }),
    });
    const told: (LiveMessage | LiveStreamEnd)[] = [];
    let bytes = 0;
    const read = async () => {
      const response = await fetch(`${server.base}/api/trpc/live.follow?${query.toString()}`, {
        headers: { cookie, accept: 'text/event-stream' },
        signal: AbortSignal.any([leaving.signal, ...(signal ? [signal] : [])]),
      });
      let rest = '';
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
        bytes += Buffer.byteLength(text);
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: (\{"type".*)$/m.exec(block)?.[1];
          if (data !== undefined) told.push(JSON.parse(data));
        }
      }
    };
    const closed = read().catch((error: unknown) => {
      if (!leaving.signal.aborted && !signal?.aborted) throw error;
    });
    onTestFinished(() => leaving.abort());
    return { told, tab, bytes: () => bytes, closed, leave: () => leaving.abort() };
  }

  async function moduleAndTrainer(workspace?: TestWorkspace) {
    const of = workspace ?? (await make.workspace());
    const department = await make.department(of);
    const trainer = await make.user(of, { role: 'trainer', departmentId: department.id });
    const course = await make.course(of, { departmentId: department.id });
    const module = await make.module(of, course.id);
    const topic = liveTopics.module(module.id);
    return {
      workspace: of,
      department,
      trainer,
      course,
      module,
      topic,
      cookie: await server.signIn(trainer.email),
      publish: () => db.pool.query(`select publish($1)`, [moduleLiveTopicOf(of.id, module.id)]),
    };
  }

  /** Returns the number of open streams according to the metrics. */
  async function count(): Promise<number> {
    const metrics = await (await fetch(`${server.base}/metrics`)).text();
    return Number(/^event_streams (\d+)$/m.exec(metrics)?.[1]);
  }

  return { open, moduleAndTrainer, count };
}

export const news = (changed: LiveTopic[], lost: LiveTopic[] = []): LiveMessage => ({ type: 'news', changed, lost });
export const ended = (reason: LiveStreamEnd['reason']): LiveStreamEnd => ({ type: 'end', reason });
