import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { sourceOf, startJobsServer, untilJob } from './ai-jobs-fixture.ts';

const { person, server } = await startJobsServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });

// rules/ai 5
test('without any key the features say so, each capability on its own, and a key makes them work', async () => {
  const workspace = await server.make.workspace();
  const trainer = await person(workspace);
  const admin = await person(workspace, 'super_admin');
  expect(await trainer.client.ai.availability.query()).toEqual({ generation: false, transcription: false });
  await expect(trainer.client.ai.generateCards.mutate({ source: sourceOf(1) })).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'ai_not_configured', detail: expect.stringMatching(/under Settings/) },
  });
  const { models } = await admin.client.providerKeys.list.query();
  const model = models.anthropic[0]?.id ?? '';
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key: keyFor('good') });
  expect(await trainer.client.ai.availability.query()).toEqual({ generation: true, transcription: false });
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(trainer.client, id, 'succeeded');
  const file = await trainer.client.ai.upload.mutate(new Blob(['Files can be uploaded all the same.']));
  await expect(trainer.client.ai.transcribe.mutate({ file_id: file.id })).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'ai_not_configured' },
  });
});
