import { AppError } from '../../core/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the body as JSON. @throws AppError `malformed_json` */
export function parseBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new AppError('malformed_json', 'The body is empty. Send a JSON object.');
  }
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new AppError('malformed_json', 'The body isn’t UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed_json', `The body isn’t JSON: ${positionOf(error)}.`);
  }
}

/** Describes the position where JSON.parse failed, without the part of the body that its message repeats. */
function positionOf(error: unknown): string {
  const position = error instanceof Error && /at position (\d+)/.exec(error.message)?.[1];
  return position
    ? `it breaks off at character ${position}`
    : 'it ends too early or has a character that is out of place';
}
