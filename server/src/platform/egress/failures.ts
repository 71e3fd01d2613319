/** Reasons why a request got no response. */
const OUTWARD_FAILURES = [
  'address',
  'private_target',
  'unresolved',
  'unreachable',
  'untrusted',
  'timed_out',
  'broken_off',
  'no_http',
  'stopped',
] as const;
type OutwardFailureKind = (typeof OUTWARD_FAILURES)[number];

/** Progress of a request. */
export type RequestPhase = 'resolving' | 'connecting' | 'securing' | 'answering' | 'reading';

/** A failure whose kind is known where it occurs. */
export class OutwardError extends Error {
  readonly kind: OutwardFailureKind;

  constructor(kind: OutwardFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type ExchangeFailure = { kind: OutwardFailureKind; message: string };

const LATE: Record<RequestPhase, string> = {
  resolving: 'Its DNS did not answer',
  connecting: 'It did not accept a connection',
  securing: 'It did not finish the TLS handshake',
  answering: 'It did not answer',
  reading: 'It began to answer and did not end',
};

export function createTimeoutFailure(phase: RequestPhase, deadline: number): ExchangeFailure {
  return {
    kind: 'timed_out',
    message: `${LATE[phase]} within ${deadline / 1000} s. Answer as soon as the request is stored, and work on it afterwards.`,
  };
}

const CERTIFICATES = new Map(
  Object.entries<string>({
    CERT_HAS_EXPIRED: 'has expired. Renew it',
    CERT_NOT_YET_VALID: 'is not valid yet. Check its dates',
    ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host. Get one for the name in the address',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed. Get one from a public authority',
    SELF_SIGNED_CERT_IN_CHAIN: 'comes from an unknown authority. Get one from a public authority',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an unknown authority. Get one from a public authority',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without those of its issuers. Configure the server to send the whole chain',
  }),
);

/** Describes an error of Node's that occurred while a request was in `phase`. */
export function exchangeFailureOf(error: Error, phase: RequestPhase, { host }: URL): ExchangeFailure {
  if (error instanceof OutwardError) return { kind: error.kind, message: error.message };
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) {
    return { kind: 'no_http', message: `What ${host} answers is not HTTP (${code}). Check the address and its port.` };
  }
  if (phase === 'securing') return { kind: 'untrusted', message: insecure(code, host) };
  if (phase === 'resolving' || phase === 'connecting') {
    const message =
      code === 'ECONNREFUSED'
        ? `${host} refuses connections. Check that the receiver runs, and the port.`
        : `${host} cannot be reached (${code}). Check the address, and the firewall before the receiver.`;
    return { kind: 'unreachable', message };
  }
  const message = `${host} closed the connection before its answer was complete. Look in the receiver’s log for the reason.`;
  return { kind: 'broken_off', message };
}

function insecure(code: string, host: string): string {
  const certificate = CERTIFICATES.get(code);
  if (certificate) return `The certificate of ${host} ${certificate}.`;
  return `${host} does not complete the TLS handshake (${code}). Check that the port speaks https, with TLS 1.2 or later.`;
}
