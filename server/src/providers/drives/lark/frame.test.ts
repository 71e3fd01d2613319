import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFrame, encodeFrame, FrameError, MAX_PAYLOAD_BYTES, type LarkFrame, frameHeaderOf } from './frame.ts';

const frame: LarkFrame = {
  seqId: 1n,
  logId: 18_446_744_073_709_551_615n,
  service: 33554678,
  method: 1,
  headers: [
    ['type', 'event'],
    ['message_id', 'überall'],
  ],
  payloadType: 'json',
  payload: Buffer.from('{"schema":"2.0"}'),
};

test('a frame is read as it was written', () => {
  const read = decodeFrame(encodeFrame(frame));
  expect({ ...read, payload: Buffer.from(read.payload) }).toEqual(frame);
});

test('fields that are not known are passed over', () => {
  // Fields 11 to 13, encoded as a varint, as eight bytes and as text.
  const more = Buffer.from('58ac02' + '610102030405060708' + '6a026869', 'hex');
  const read = decodeFrame(Buffer.concat([more, encodeFrame(frame)]));
  expect(read.headers).toEqual(frame.headers);
});

test('negative numbers, and numbers of any length, are read as they were written', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (service, logId) => {
      const read = decodeFrame(encodeFrame({ ...frame, service: service | 0, logId }));
      expect(read).toMatchObject({ service: service | 0, logId });
    }),
  );
});

test('what is no frame is refused with an error of its own, whatever it is', () => {
  const bytes = encodeFrame(frame);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(bytes.length).map((end) => bytes.slice(0, end)),
      ),
      (any) => {
        try {
          decodeFrame(any);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      },
    ),
  );
});

test('a field that says it is longer than the frame, and a number without end, are refused', () => {
  expect(() => decodeFrame(Buffer.from('42ffffffff0f', 'hex'))).toThrow(FrameError);
  expect(() => decodeFrame(Buffer.from(`08${'ff'.repeat(11)}`, 'hex'))).toThrow(FrameError);
});

test('a frame has at most a mebibyte of payload, and 64 headers', () => {
  expect(decodeFrame(encodeFrame({ ...frame, payload: new Uint8Array(MAX_PAYLOAD_BYTES) })).payload).toHaveLength(
    MAX_PAYLOAD_BYTES,
  );
  expect(() => decodeFrame(encodeFrame({ ...frame, payload: new Uint8Array(MAX_PAYLOAD_BYTES + 1) }))).toThrow(
    FrameError,
  );
  const headers = Array.from({ length: 65 }, () => ['k', 'v'] as const);
  expect(() => decodeFrame(encodeFrame({ ...frame, headers }))).toThrow(FrameError);
});

// rules/drives 10
test('a frame of fields that nobody knows is refused before all of them are read', () => {
  const fields = Buffer.alloc(1024 * 1024, Buffer.of(0x78, 0));
  expect(() => decodeFrame(fields)).toThrow('too many fields');
  const header = Buffer.concat([Buffer.from('2a808040', 'hex'), fields.subarray(0, 1024 * 1024)]);
  expect(() => decodeFrame(header)).toThrow('too many fields');
  const known = Buffer.concat([fields.subarray(0, 20), encodeFrame(frame)]);
  expect(frameHeaderOf(decodeFrame(known), 'type')).toBe(frameHeaderOf(frame, 'type'));
});
