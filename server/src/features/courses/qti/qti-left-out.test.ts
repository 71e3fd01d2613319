import type { Question } from '@training/shared/courses/courses';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, question } from '../modules/authoring-fixture.ts';

const server = await startTestServer();
const { trainer } = authoringOn(server);

// rules/courses-and-modules 19
test('questions without options are left out of a QTI package, which says so', async () => {
  const { client, course, user, workspace } = await trainer();
  const add = async (title: string, items: Question[]) => {
    const { id } = await client.modules.create.mutate({ course_id: course.id, title });
    await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items });
  };
  const shared = () => ({ id: newId(), prompt: 'In which\norder?', explanation: '' });
  const whole = question();
  const unfinished: Question[] = [
    { ...shared(), kind: 'ordering', options: [] },
    { ...shared(), prompt: '', kind: 'single_choice', options: [], correct: 0 },
    { ...shared(), kind: 'hotspot', options: [], areas: [], correct: [] },
  ];
  await add('Brakes', [unfinished[0]!, whole, unfinished[1]!]);
  await add('Horns', [unfinished[2]!]);
  const answer = await fetch(`${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/qti`, {
    headers: { cookie: await server.signIn(user.email) },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const names = [`items/1/${whole.id}.xml`, 'tests/module-1.xml', 'README.txt', 'imsmanifest.xml'];
  expect(Object.keys(files)).toEqual(names);
  const text = (name: string) => Buffer.from(files[name]!).toString();
  expect(text('tests/module-1.xml').match(/<qti-assessment-item-ref/g)).toHaveLength(1);
  expect(text('imsmanifest.xml')).toContain('href="README.txt"');
  expect(text('README.txt').split('\n')).toEqual([
    'Brakes',
    '- Question 1 is left out, because it has no options yet: In which order?',
    '- Question 3 is left out, because it has no options yet: ',
    'Horns',
    '- Question 1 is left out, because it has no options yet: In which order?',
    '',
  ]);
});
