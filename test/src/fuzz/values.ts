import { type Random, oneOf } from '../seeded-random.ts'

// Values that no honest client sends, and near misses.

const many = (text: string, times: number): string => text.repeat(times)

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001',
  '\t',
  'a\nb',
  'a\r\nb',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\ud83d\ude00',
  'Zu\u0308rich',
  '\u0130',
  '\u0661\u0662',
  many('a', 17),
  many('x', 65),
  many('\ud83d\ude00', 64),
  many('\u00fc', 201),
  many('9', 40),
  many('0', 5000),
  "'",
  "'; drop table ledger.entry; --",
  '"',
  '\\',
  '\\x00',
  '%',
  '%00',
  '%s%n',
  '$1',
  '{}',
  '{"a":1}',
  '[]',
  '<b>',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  'infinity',
  '-infinity',
  'now',
  'NaN',
]

const numbers = [
  '0',
  '-0',
  '-1',
  '+1',
  '1.',
  '.1',
  '01',
  '1e3',
  '1e400',
  '1,5',
  '0x10',
  '0.0',
  '0.1',
  '0.000000000000000001',
  '0.0000000000000000001',
  '1.000000000000000001',
  '123456789.123456',
  '2147483647',
  '2147483648',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '99999999999999999',
  '999999999999999999',
  '999999999999999999.99',
  '999999999999999999.999999',
  '999999999999999999.999999999999999999',
  '1000000000000000000',
  many('9', 38),
  many('9', 39),
]

const times = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '-000001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59Z',
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00Z',
  '2026-11-14T12:00:00.000Z',
  '2100-01-01T00:00:00Z',
  '2100-01-01T00:00:00.001Z',
  '9999-12-31T23:59:59Z',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00Z',
  '2026-11-14T24:00:00Z',
  '2026-11-14T23:59:60Z',
  '2026-11-14T12:00Z',
  '2026-11-14 12:00:00Z',
  '2026-11-14T12:00:00+99:99',
  '2026-11-14T12:00:00+02:00',
  `2026-11-14T12:00:00.${many('1', 30)}Z`,
  `2026-11-14T12:00:00.${many('9', 150)}Z`,
  '2026-11-14',
  '1794657600000',
]

const ids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01A1DD43-AC0C-7E54-8089-855B9399B74A',
  '01a1dd43ac0c7e548089855b9399b74a',
  '{01a1dd43-ac0c-7e54-8089-855b9399b74a}',
  '01a1dd43-ac0c-7e54-8089-855b9399b74',
  '01a1dd43-ac0c-7e54-8089-855b9399b74g',
  ' 01a1dd43-ac0c-7e54-8089-855b9399b74a',
]

const base64url = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')

/** Cursors, after the mark of their call: their content is invented. */
export const places = [
  ...['desc', 'asc', ''].flatMap((sort) =>
    [
      '2026-11-14T12:00:00.000Z 01a1dd43-ac0c-7e54-8089-855b9399b74a',
      '-000044-03-15T00:00:00.000Z 01a1dd43-ac0c-7e54-8089-855b9399b74a',
      '0000-01-01T00:00:00.000Z 01a1dd43-ac0c-7e54-8089-855b9399b74a',
      '+275760-09-13T00:00:00.000Z 01a1dd43-ac0c-7e54-8089-855b9399b74a',
      '+010000-01-01T00:00:00.000Z 01a1dd43-ac0c-7e54-8089-855b9399b74a',
      '2026 01a1dd43-ac0c-7e54-8089-855b9399b74a',
      '2026-11-14T12:00:00.000Z a\u0000b',
      '2026-11-14T12:00:00.000Z \u0000',
      '2026-11-14T12:00:00.000Z x',
      '2026-11-14T12:00:00.000Z \xff\xfe',
      '2026-11-14T12:00:00.000Z',
      'infinity x',
    ].map((rest) => base64url(`${sort} ${rest}`)),
  ),
  ...[
    's 1 1',
    's 0 0',
    's 18446744073709551615 9223372036854775807',
    's 18446744073709551616 1',
    's 1 9223372036854775808',
    's 99999999999999999999 1',
    'o 1 01a1dd43-ac0c-7e54-8089-855b9399b74a',
    'o 1 ------------------------------------',
    's 1 1\u0000',
  ].map(base64url),
]

const whole = [texts, numbers, times, ids, places]

/** Any text that must be refused, or treated as plain text. */
export const hostileText = (chance: Random): string => oneOf(chance, oneOf(chance, whole))

const changes: readonly ((text: string, chance: Random) => string)[] = [
  (text) => `${text} `,
  (text) => ` ${text}`,
  (text) => `${text}\u0000`,
  (text) => `${text}\u0301`,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.slice(0, -1),
  (text) => text + text,
  (text) => `${text}0`,
  (text) => `0${text}`,
  (text) => `-${text}`,
  (text) => `${text}e1`,
  (text) => `${text}.${many('0', 18)}1`,
  (text, chance) => text.slice(0, chance(text.length + 1)) + hostileText(chance) + text.slice(chance(text.length + 1)),
  (text, chance) => {
    const at = chance(text.length + 1)
    return text.slice(0, at) + String.fromCharCode(chance(0x180)) + text.slice(at + 1)
  },
  (text) => many(text, 40),
]

/** Values with one defect. */
export const nearly = (text: string, chance: Random): string => oneOf(chance, changes)(text, chance)

/** Any JSON in place of a text or a number. */
export function hostileJson(chance: Random): unknown {
  const choices: readonly (() => unknown)[] = [
    () => hostileText(chance),
    () => hostileText(chance),
    () => null,
    () => true,
    () => 0,
    () => -1,
    () => 1.5,
    () => 1e21,
    () => 1e308,
    () => Number.MAX_SAFE_INTEGER + 2,
    () => 2 ** 31,
    () => 2 ** 63,
    () => [],
    () => ({}),
    () => [hostileText(chance)],
    () => ({ [hostileText(chance)]: hostileText(chance) }),
    () => Array.from({ length: 300 }, () => ['1', '1']),
  ]
  return oneOf(chance, choices)()
}
