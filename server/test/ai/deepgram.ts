import { createHash, randomUUID } from 'node:crypto';
import type { RawAnswer } from './raw-answer.ts';

export type Spoken = {
  text: string;
  language: string;
  /** 0.98 where it is left out. */
  confidence?: number;
  /** Length, if the bytes don't tell it. */
  seconds?: number;
};

/** Languages that its models take by name; Welsh isn't one. */
const LANGUAGES = /^(multi|en|de|pt|fr|es)(-|$)/;

export const DEMO_SPEECH: Spoken = {
  text: 'First I wash my hands, then I check the temperature of the fridge and write it down. If it is above five degrees I tell the shift leader.',
  language: 'en',
};

/** The demo speech where the learner's language is Arabic. */
const ARABIC_SPEECH: Spoken = {
  text: 'أولًا غسل اليدين، ثم التحقق من درجة حرارة الثلاجة وكتابتها. وإذا زادت على خمس درجات أخبر مسؤول الوردية.',
  language: 'ar',
};

const MODELS = /^(nova-3|nova-2|nova|enhanced|base)(-[a-z]+)?$/;

/** The seconds of a WAV file by its header; of anything else, a guess by 16 kB a second. */
function secondsOf(audio: Buffer): number {
  const wav = audio.length >= 44 && audio.toString('latin1', 0, 4) === 'RIFF';
  const rate = wav ? audio.readUInt32LE(28) : 16_000;
  return Number(((wav ? audio.length - 44 : audio.length) / (rate || 16_000)).toFixed(4));
}

/** Returns true for a WAV file of silence, such as the clip that keys are verified with. */
export const isSilence = (audio: Buffer): boolean =>
  audio.toString('latin1', 0, 4) === 'RIFF' && audio.subarray(44).every((byte) => byte === 0);

export const hashOf = (audio: Uint8Array): string => createHash('sha256').update(audio).digest('hex');

/**
 * Deepgram's answer to `POST /v1/listen` for a recording in the body. What was said is looked up by the recording's
 * hash; silence is an empty transcript, anything else the demo speech.
 */
export function listen(query: URLSearchParams, audio: Buffer, spoken: ReadonlyMap<string, Spoken>): RawAnswer {
  const request_id = randomUUID();
  const refuse = (err_msg: string): RawAnswer => ({
    status: 400,
    body: { err_code: 'Bad Request', err_msg, request_id },
  });
  const model = query.get('model') ?? 'base';
  if (!MODELS.test(model)) return refuse('Bad Request: No such model/language/tier combination found.');
  const told = query.get('language');
  if (told !== null && !LANGUAGES.test(told)) {
    return refuse('Bad Request: No such model/language/tier combination found.');
  }
  if (audio.length === 0) return refuse('Bad Request: failed to process audio: corrupt or unsupported data');
  const sha256 = hashOf(audio);
  const demo = query.get('language_hint') === 'ar' ? ARABIC_SPEECH : DEMO_SPEECH;
  const said = spoken.get(sha256) ?? (isSilence(audio) ? { text: '', language: 'en' } : demo);
  const duration = said.seconds ?? secondsOf(audio);
  const words = said.text.split(/\s+/).filter(Boolean);
  const confidence = said.confidence ?? 0.98;
  const each = duration / Math.max(words.length, 1);
  return {
    status: 200,
    body: {
      metadata: {
        transaction_key: 'deprecated',
        request_id,
        sha256,
        created: new Date().toISOString(),
        duration,
        channels: 1,
        models: ['stand-in'],
        model_info: { 'stand-in': { name: model, version: '2026-01-01.0', arch: 'nova-3' } },
      },
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: said.text,
                confidence: words.length > 0 ? confidence : 0,
                words: words.map((word, index) => ({
                  word: word.toLowerCase().replace(/[^\p{L}\d’'-]/gu, ''),
                  start: index * each,
                  end: (index + 1) * each,
                  confidence,
                  punctuated_word: word,
                })),
                ...(told === 'multi' && {
                  languages: words.length > 0 ? [said.language] : [],
                  languages_hinted: query.getAll('language_hint').map((hint) => hint.split('-', 1)[0]),
                }),
              },
            ],
            ...(query.get('detect_language') === 'true' && {
              detected_language: said.language,
              language_confidence: 0.99,
            }),
          },
        ],
      },
    },
  };
}
