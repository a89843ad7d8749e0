import { open } from 'node:fs/promises'
import { type Entry, entriesOf } from '@specie/service/base/audit/audit.ts'
import { CommandError } from '@specie/cli/errors.ts'
import { harmless } from '@specie/cli/harmless.ts'
import type { Run } from './run.ts'
import { withDatabase } from './database.ts'

// The chain as lines of JSON: an auditor verifies it on a machine of their own, without the database.

export const auditExport: Run = () =>
  withDatabase((db) =>
    db.tx(async (tx) => {
      for await (const { seq, body, hash } of entriesOf(tx)) {
        console.log(harmless(JSON.stringify({ seq: String(seq), hash: hash.toString('hex'), body })))
      }
      return 0
    }, 'check'),
  )

/** The entries of such a file. */
export async function* entriesIn(file: string): AsyncGenerator<Entry> {
  const handle = await open(file).catch((error: Error) => refuse(`${file} cannot be read: ${error.message}.`))
  let n = 0
  for await (const line of handle.readLines()) {
    n += 1
    yield entryOf(line) ?? refuse(`Line ${n} of ${file} is not an entry as \`specie audit export\` writes it.`)
  }
}

function refuse(sentence: string): never {
  throw new CommandError(sentence)
}

function entryOf(line: string): Entry | null {
  try {
    const { seq, hash, body } = JSON.parse(line) as Record<string, string>
    return { seq: BigInt(seq!), hash: Buffer.from(hash!, 'hex'), body: String(body) }
  } catch {
    return null
  }
}
