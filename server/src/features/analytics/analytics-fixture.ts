import type { Analytics } from '@training/shared/analytics/analytics';
import { expect } from 'vitest';
import type { TestServer } from '../../../test/server.ts';

const DAY = 86_400_000;

export const days = (n: number) => new Date(Date.now() + n * DAY);
/** Fields of a cycle that was completed at a given time. */
export const completedOn = (moment: string | Date, expiresAt?: Date) => {
  const at = new Date(moment);
  return {
    assignedAt: new Date(at.getTime() - 2 * DAY),
    startedAt: new Date(at.getTime() - DAY),
    completedAt: at,
    progress: 1,
    attempts: 1,
    bestScore: 0.9,
    ...(expiresAt && { expiresAt }),
  };
};

/**
 * A workspace with a course of two modules, the first with a validity period, and a function that requests its
 * analytics.
 */
export async function analyticsOf(server: TestServer) {
  const { make } = server;
  const { workspace, call } = await server.api(['analytics:read']);
  const course = await make.course(workspace);
  const yearly = await make.module(workspace, course.id, { validityDays: 365, title: 'Yearly', status: 'published' });
  const once = await make.module(workspace, course.id, { title: 'Once', status: 'published' });
  const ask = (query: Record<string, string> = {}) =>
    call('GET', `/api/v1/analytics?${new URLSearchParams(query).toString()}`);
  const answer = async (query: Record<string, string> = {}): Promise<Required<Analytics>> => {
    const { status, json } = await ask(query);
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  };
  return { workspace, course, yearly, once, call, ask, answer };
}
