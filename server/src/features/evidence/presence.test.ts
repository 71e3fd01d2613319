import type { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { pinsOn } from '../../auth/pins/pins-fixture.ts';
import { classroomOf, completeModule, type Learner } from '../learning/learning-fixture.ts';
import { translatorIn } from '../../core/messages.ts';
import { toCertificateText } from './certificate/certificate-text.ts';

const server = await startTestServer();
const { clientOf, enterDevice, world } = pinsOn(server);

/** Studies a module of its own. Returns the evidence, and what the certificate says of presence. */
async function studied(workspace: Awaited<ReturnType<typeof world>>['workspace'], client: Learner['client']) {
  const room = await classroomOf(server, { in: workspace });
  const { cycle } = await completeModule(client, (await room.module()).id);
  const { rows } = await server.db.pool.query<{ evidence: string }>(
    'select evidence from completion_evidence where enrollment_id = $1',
    [cycle?.enrollment_id],
  );
  const evidence: CompletionEvidenceDocument = JSON.parse(rows[0]!.evidence);
  const words = { language: 'en', t: translatorIn('certificate', 'en') };
  const said = toCertificateText(evidence, words).facts.find(({ label }) => label === 'Presence')?.value;
  return { presences: evidence.attempt?.answers.map(({ presence }) => presence), said: said?.replaceAll(/[⁨⁩]/g, '') };
}

// rules/evidence 8
test('evidence says that someone signed in with a PIN, and on which shared device', async () => {
  const { workspace, owner, device } = await world();
  const ana = await owner();
  const onIt = await device({ name: 'Tablet at gate 3' });
  const client = clientOf((await enterDevice(onIt.cookie, { user_id: ana.id })).cookie, workspace);
  const { presences, said } = await studied(workspace, client);
  const presence = { by: 'pin', device: { id: onIt.id, name: 'Tablet at gate 3' } };
  expect(presences).toEqual([presence, presence]);
  expect(said).toBe('number and PIN on the shared device Tablet at gate 3');
  const own = await studied(workspace, ana.client);
  expect(own).toEqual({
    presences: [
      { by: 'pin', device: null },
      { by: 'pin', device: null },
    ],
    said: 'number and PIN',
  });
});

// rules/evidence 8
test('evidence says that someone came by a link', async () => {
  const { workspace } = await world();
  const { client } = await (await classroomOf(server, { in: workspace })).learner();
  expect(await studied(workspace, client)).toMatchObject({
    presences: [{ by: 'link' }, { by: 'link' }],
    said: 'link by mail',
  });
});
