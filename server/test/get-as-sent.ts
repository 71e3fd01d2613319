import { request } from 'node:http';

export type AsSent = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Sends a request and returns the bytes as they came: `fetch` asks for encodings and decodes them by itself. */
export function getAsSent(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<AsSent> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
