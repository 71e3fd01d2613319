const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const SECOND = 1000;

/** How much of a request an instance takes, and for how long it waits (rules/bounds 3, 4): bytes and milliseconds. */
export const HTTP_LIMITS = {
  /** How long the header of a request may take to come in. */
  headersWithin: 10 * SECOND,
  /** Values that a JSON body may hold, with those that are in values; the longest section has fewer than 20,000. */
  jsonValues: 50_000,
  /** How long a body may take to come in. */
  bodyWithin: 30 * SECOND,
  /** A file may take longer than that, by its length at this many bytes a second. */
  fileBytesPerSecond: 128 * KIBIBYTE,
  /**
   * What nobody reads is thrown away: how fast for all together, and for how long each before its connection is cut.
   */
  discarded: { bytesPerSecond: 40 * MEBIBYTE, within: 10 * SECOND },
  /** Whatever happens, a request has come in whole after this time, or its connection is cut: longer than any file. */
  requestWithin: 240 * SECOND,
  /** How long a body of a caller who is not known may take, on a public route. */
  publicWithin: 5 * SECOND,
  /** How long the provider of single sign-on may take over an answer to us. */
  providerWithin: 10 * SECOND,
  /**
   * Connections of an address over which nobody has shown who they are, of which many may share a proxy’s or a private
   * one; and those of each session and token that somebody has shown.
   */
  connections: { ofSingle: 256, ofShared: 4096, ofSession: 64, ofToken: 256 },
  /** Requests that a connection may send before the first of them is answered. */
  unansweredOfConnection: 8,
  /** Bodies held at once: of what an instance may hold, a workspace has half; all who are not known share a little. */
  held: { most: 64 * MEBIBYTE, ofWorkspace: 32 * MEBIBYTE, ofNobody: 8 * MEBIBYTE },
  /** What a file that is stored as it comes in holds of that at most: a part of 1 MiB, and its copies on the way. */
  heldOfFile: 3 * MEBIBYTE,
  /** Answers over tRPC that wait to be taken, of those that are long enough to count. */
  answers: { counted: 256 * KIBIBYTE, most: 128 * MEBIBYTE, ofWorkspace: 48 * MEBIBYTE, ofNobody: 8 * MEBIBYTE },
  /**
   * Whoever is refused more often than this within a time is held for as long: their requests are answered late, and so
   * many of all of them wait at most.
   */
  refusals: { most: 100, within: 10 * SECOND, heldFor: 5 * SECOND, waiting: 1_000 },
  /** Whoever reads an answer more slowly than this for so long is cut off. */
  slowReader: { bytesPerSecond: 32 * KIBIBYTE, patience: 30 * SECOND, every: 5 * SECOND },
};
export type Bounds = typeof HTTP_LIMITS;
