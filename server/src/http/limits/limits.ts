const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const SECOND = 1000;

/** How much of a request an instance takes, and for how long it waits (rules/bounds 3, 4): bytes and milliseconds. */
export const HTTP_LIMITS = {
  /** How long the header of a request may take to come in. */
  headersWithin: 10 * SECOND,
  /** Maximum number of values in a JSON body, including nested ones. The longest section has fewer than 20,000. */
  jsonValues: 50_000,
  bodyWithin: 30 * SECOND,
  /** Files get extra time, according to their length at this many bytes per second. */
  fileBytesPerSecond: 128 * KIBIBYTE,
  /** Limits for discarding unread bodies: the total speed, and the time per body before its connection is closed. */
  discarded: { bytesPerSecond: 40 * MEBIBYTE, within: 10 * SECOND },
  /** Time limit for a whole request, longer than any file needs. The connection is closed after it. */
  requestWithin: 240 * SECOND,
  /** Time limit for the body of an unauthenticated caller on a public route. */
  publicWithin: 5 * SECOND,
  /** Maximum number of open event streams, one for each visible page. */
  streams: 2_000,
  /** Time limit for a response of the single sign-on provider. */
  providerWithin: 10 * SECOND,
  /**
   * Connection limits. `ofSingle` and `ofShared` count unauthenticated connections per address, where many users may
   * share a proxy's or a private address; the others count authenticated connections per session and per token.
   */
  connections: { ofSingle: 256, ofShared: 4096, ofSession: 64, ofToken: 256 },
  /** Maximum number of requests sent on a connection before the first one is answered. */
  unansweredOfConnection: 8,
  /**
   * Request bodies in memory: the total, the share of a workspace (half), and the share of all unauthenticated callers.
   */
  held: { most: 64 * MEBIBYTE, ofWorkspace: 32 * MEBIBYTE, ofNobody: 8 * MEBIBYTE },
  /** Memory reserved for a file that is stored as it arrives: a part of 1 MiB and the copies made of it. */
  heldOfFile: 3 * MEBIBYTE,
  /** Buffered tRPC responses that the clients haven't read yet. Only those of at least `counted` bytes count. */
  answers: { counted: 256 * KIBIBYTE, most: 128 * MEBIBYTE, ofWorkspace: 48 * MEBIBYTE, ofNobody: 8 * MEBIBYTE },
  /**
   * A sender that is refused more than `most` times `within` a period is throttled: each of its requests is answered
   * after `delay`. At most `waiting` requests are delayed at once, over all senders. Requests without credentials are
   * counted per address, which many users may share.
   */
  refusals: { most: 100, mostOfAddress: 2_000, within: 10 * SECOND, delay: 5 * SECOND, waiting: 1_000 },
  /** A client that reads its response more slowly than this for `patience` is disconnected. */
  slowReader: { bytesPerSecond: 32 * KIBIBYTE, patience: 30 * SECOND, every: 5 * SECOND },
};
export type HttpLimits = typeof HTTP_LIMITS;
