// The rules of text from a caller: in a field, a cursor, a path or a command.

/**
 * `control`: it cannot be shown, and a database refuses some of it. `printable`: invisible characters, or ones that change the
 * direction, so that two texts look alike. `nfc`: it has another spelling that looks the same.
 */
export type TextFlaw = { readonly rule: 'control' | 'unicode' | 'printable' | 'nfc'; readonly message: string }

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** The rule that a text breaks; null if it is valid. */
export function textFlaw(text: string): TextFlaw | null {
  if (control.test(text)) return { rule: 'control', message: 'no control characters' }
  if (!text.isWellFormed()) return { rule: 'unicode', message: 'half a surrogate pair' }
  if (unprintable.test(text)) return { rule: 'printable', message: 'printable characters only' }
  if (text.normalize('NFC') !== text) return { rule: 'nfc', message: 'write it in composed form (NFC)' }
  return null
}

/** Text of others inside our sentence: invisible characters and direction marks become spaces. */
export const printable = (text: string): string => text.replaceAll(new RegExp(unprintable, 'gu'), ' ')

/** Text that people can read and compare. */
export const isPrintable = (text: string): boolean => !unprintable.test(text)

/** Ends with one full stop, even if the given text already has one. */
export const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`
