import {
  CAPABILITIES,
  KEY_OUTCOMES,
  PROVIDERS,
  type Capability,
  type Provider,
} from '@training/shared/provider-keys/provider-keys';
import { writeLetter } from '../../../platform/letter.ts';
import type { Mail } from '../../../platform/mail.ts';
import type { FailingReason } from './key-health.ts';

type Failing = {
  /** Identifies the mail, however often it is sent. */
  id: string;
  to: string;
  name: string;
  workspace: string;
  capability: Capability;
  provider: Provider;
  reason: FailingReason;
  /** URL of the settings page. */
  url: string;
};

/** Writes the mail to a super admin about a failing own key; it doesn't contain the provider's message. */
export function failingKeyMail({ id, to, name, workspace, capability, provider, reason, url }: Failing): Mail {
  const { label, usedFor } = CAPABILITIES[capability];
  const what =
    reason === 'undecryptable'
      ? `Your own key for ${label} (${PROVIDERS[provider].label}) in ${workspace} can no longer be decrypted by the server.`
      : `${PROVIDERS[provider].label} doesn’t accept your own key for ${label} in ${workspace}.`;
  const advice =
    reason === 'undecryptable'
      ? 'Rotate the key, or have the operator of the server restore its keyring.'
      : KEY_OUTCOMES[reason].advice;
  const meanwhile =
    `Work that needs the key waits until it works again: ${usedFor}. ` +
    'The pooled key is not used in its place. Rotate the key in the settings, or test it there once it is fixed; ' +
    'what waits then goes on by itself.';
  return {
    to,
    id,
    ...writeLetter({
      subject: `The provider key for ${label} does not work`,
      title: what,
      paragraphs: [`Hello ${name},`, advice, meanwhile],
      button: { label: 'Open the settings', url },
      why: `From ${workspace}. Why you get this: You are a super admin of the workspace.`,
    }),
  };
}
