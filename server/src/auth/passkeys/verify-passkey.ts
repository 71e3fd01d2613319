import type { AddPasskey, PasskeyAssertion } from '@training/shared/passkeys/passkeys';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { PasskeyRow } from './passkey.entity.ts';
import type { RelyingParty } from './relying-party.ts';

// The library takes 28 MiB and 100 ms, so it is loaded by the first passkey.
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** COSE numbers of EdDSA, ES256 and RS256, which all devices between them have. */
export const ALLOWED_COSE_ALGORITHMS = [-8, -7, -257];

const ClientData = z.object({ challenge: z.string().max(200) });

/** Returns the challenge that a browser's answer is to; undefined if it names none. */
export function challengeOf(clientData: string): string | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}

type VerifiedPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'backupEligible' | 'backedUp'>;

/** Verifies a new passkey of a person whom their device has verified. @throws AppError `passkey_refused` */
export async function verifyNewPasskey(
  { origin, domain }: RelyingParty,
  challenge: string,
  { client_data: clientDataJSON, attestation: attestationObject, transports }: AddPasskey,
): Promise<VerifiedPasskey> {
  return refusing(async () => {
    const { decodeAttestationObject } = await helpers();
    const statement = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('attStmt');
    // We ask for no certificate of the device. The library would ask an address in it if it was revoked.
    if (statement.get('x5c') !== undefined) throw new Error('it names its maker');
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        // The id that counts is the one in the attestation.
        id: 'new',
        rawId: 'new',
        type: 'public-key',
        response: { clientDataJSON, attestationObject, transports },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      supportedAlgorithmIDs: ALLOWED_COSE_ALGORITHMS,
      requireUserVerification: true,
    });
    if (!registrationInfo) throw new Error('its signature is wrong');
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  });
}

/**
 * Verifies the use of a passkey by a person whom their device has verified. A counter that doesn't grow means that the
 * passkey was copied. @throws AppError `passkey_refused`
 */
export async function verifyPasskeyUse(
  { origin, domain }: RelyingParty,
  challenge: string,
  passkey: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>,
  assertion: PasskeyAssertion,
): Promise<{ counter: number; backedUp: boolean }> {
  return refusing(async () => {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.id,
        type: 'public-key',
        response: {
          clientDataJSON: assertion.client_data,
          authenticatorData: assertion.authenticator_data,
          signature: assertion.signature,
          userHandle: assertion.user_handle,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
      requireUserVerification: true,
    });
    if (!verified) throw new Error('its signature is wrong');
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  });
}

/** Passes on what the library says is wrong, on one line. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0]!.slice(0, 200) : 'it can’t be read';
    throw new AppError('passkey_refused', `The passkey can’t be used: ${reason}. Try again, or sign in with a link.`);
  }
}
