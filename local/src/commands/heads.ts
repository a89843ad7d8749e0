import { readFile } from 'node:fs/promises'
import type { RecordedHead } from '@specie/service/base/audit/audit.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Config } from '@specie/service/base/config.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { verifyHeads } from '@specie/service/base/audit/verify-heads.ts'
import { readHeadLine, type SignedHead } from '@specie/service/base/audit/signed-head.ts'
import { errorCode } from '../cannot-start.ts'
import { headsFile } from '../heads-file.ts'
import { CommandError } from '@specie/cli/errors.ts'

// Signed heads that were stored outside the database, for `specie audit verify` and `specie check`.

type StoredHead = { head: SignedHead; place: string }

/** The heads of files, their key, and the heads that it did not sign. */
export type KeptHeads = {
  readonly files: readonly string[]
  readonly heads: readonly RecordedHead[]
  readonly bad: readonly string[]
  /** Lines that are not heads, such as a truncated one after a crash. */
  readonly unread: readonly string[]
  /**
   * The given key, the key in our own settings, or the signer of the first head of a file. So a database cannot invent
   * another key.
   */
  readonly key: Uint8Array | null
}

/** `given`: a file to read instead of the files in the settings. Read before the database, which only grows. */
export async function keptHeads(config: Config, given?: string, key?: string): Promise<KeptHeads> {
  const files = given === undefined ? await ownFiles(config) : [[given, await read(given)] as const]
  const unread: string[] = []
  const kept: StoredHead[] = []
  for (const [file, text] of files) {
    if (text === null) throw new CommandError(`${file} cannot be read. Check that it exists and is readable.`)
    for (const [n, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue
      const head = readHeadLine(line)
      if (head === null) unread.push(`line ${n + 1} of ${file}`)
      // A folder may have served the other environment. Its heads are not of this chain.
      else if (head.environment === config.environment) kept.push({ head, place: `line ${n + 1} of ${file}` })
    }
  }
  const trusted = key === undefined ? ((await ownKey(config)) ?? kept[0]?.head.publicKey ?? null) : readKey(key)
  const places = new Map(kept.map(({ head, place }) => [head, place]))
  const named = (head: SignedHead) => `the signed head ${head.seq} of ${head.at.toISOString()} (${places.get(head)})`
  const { good, bad } = verifyHeads([...places.keys()], trusted, named)
  return { files: files.map(([file]) => file), heads: good, bad, unread, key: trusted }
}

/** Files of AUDIT_HEADS, or the one that npm start writes next to its own database, if they exist. */
async function ownFiles(config: Config): Promise<(readonly [string, string])[]> {
  const named = config.auditHeads.flatMap((one) => (one.kind === 'file' ? [one.path] : []))
  const usual = config.databaseUrl === null && config.auditHeads.length === 0 ? [headsFile(config.dataFolder)] : []
  const all = await Promise.all([...named, ...usual].map(async (file) => [file, await read(file)] as const))
  return all.flatMap(([file, text]) => (text === null ? [] : [[file, text] as const]))
}

const read = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })

async function ownKey(config: Config): Promise<Uint8Array | null> {
  if (config.keystore === null && config.kms === null) return null
  const signer = await openSigner(config, { now: systemClock.now, log: () => {} })
  return signer === null ? null : signer.publicKey('audit', 'ed25519')
}

function readKey(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new CommandError('An audit key is 64 hexadecimal digits.')
  return Buffer.from(text, 'hex')
}
