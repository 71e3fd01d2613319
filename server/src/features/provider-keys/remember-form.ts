import type { AnswerForm } from '@training/shared/provider-keys/model-endpoints';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import type { KeyVersion } from './key-health.ts';

const REMEMBER = defineStatement({
  name: 'remember-answer-form',
  scope: 'tenant',
  sql: `
update provider_key_health set answer_form = :form
where workspace_id = :workspaceId and provider_key_id = :id and answer_form is distinct from :form
  and exists (select from provider_keys k where k.workspace_id = :workspaceId and k.id = :id and k.version = :version)`,
});

/**
 * Stores the form of answers that an endpoint accepts, so that later calls begin with it. Does nothing if the endpoint
 * was changed since.
 */
export async function rememberForm(
  on: Runner,
  workspaceId: string,
  { id, version }: KeyVersion,
  form: AnswerForm,
): Promise<void> {
  await REMEMBER.run(on, { workspaceId, id, version, form });
}
