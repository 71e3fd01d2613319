import { expect, test } from 'vitest';
import { z } from 'zod';
import { pictureOf } from '../../../test/documents/make-scans.ts';
import { GENERATING, startProviders } from './provider-fixture.ts';

const { ai, credential, standIn } = await startProviders();

const picture = { bytes: new Uint8Array(pictureOf()), mediaType: 'image/png', width: 200, height: 280 };
const base64 = Buffer.from(picture.bytes).toString('base64');
const asUrl = `data:image/png;base64,${base64}`;

/** How each protocol carries a picture. */
const PARTS = {
  anthropic: [`"type":"image"`, `"media_type":"image/png"`, base64],
  openai: [`"type":"input_image"`, asUrl],
  google: [`"inlineData"`, `"mimeType":"image/png"`, base64],
  azure_openai: [`"type":"input_image"`, asUrl],
  openai_compatible: [`"type":"image_url"`, asUrl],
};

test.each(GENERATING)('%s gets a picture before the prompt, as its protocol has it', async (provider) => {
  const request = {
    system: 'Task: document_extraction\nStep: read_page\n',
    prompt: 'Copy the text of this page.',
    images: [picture],
    schema: z.object({ text: z.string() }),
    maxOutputTokens: 1_000,
  };
  const { value } = await ai.generate(credential(provider), request);
  expect(value.text).toContain('red button');
  const body = standIn.requests[0]!.body;
  for (const part of PARTS[provider]) expect(body).toContain(part);
  expect(body.indexOf(base64)).toBeLessThan(body.indexOf('Copy the text of this page.'));
});
