import type { FiatCode } from '@specie/protocol/assets.ts'

// Shared by every reader and writer of bank files: the error, the bounds, and the two currencies.

export type FiatCurrency = FiatCode

/** Bounds on the input of a stranger. */
export const limits = {
  bytes: 20 * 1024 * 1024,
  entries: 100_000,
  depth: 64,
  attributes: 16,
  mt940Field: 4096,
} as const

/** A file that cannot be accepted, or a message that must not be sent. `where` is a path, or else a line. */
export class BankFileError extends Error {
  readonly where: string
  readonly problem: string

  constructor(where: string, problem: string) {
    super(`${where}: ${problem}`)
    this.name = 'BankFileError'
    this.where = where
    this.problem = problem
  }
}

/** The text of a file in UTF-8, measured before it is parsed. */
export function boundedText(input: string | Uint8Array): string {
  const bytes = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength
  if (bytes > limits.bytes) {
    throw new BankFileError('file', `it has ${bytes} bytes; ask the bank for files of at most ${limits.bytes}`)
  }
  const text = typeof input === 'string' ? input : decodeUtf8(input)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BankFileError('file', 'it is not UTF-8; ask the bank for UTF-8')
  }
}
