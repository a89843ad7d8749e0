import {
  verifyEntries,
  type AuditHead,
  type AuditVerdict,
  type RecordedHead,
} from '@specie/service/base/audit/audit.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { verifyAudit } from '@specie/service/base/audit/verify.ts'
import { headsAfter, keyId } from '@specie/service/base/audit/signed-head.ts'
import { entriesIn } from './audit-export.ts'
import { CommandError } from '@specie/cli/errors.ts'
import type { Run } from './run.ts'
import { withDatabase } from './database.ts'
import { faultyEvidence } from '@specie/service/checks/evidence/evidence.ts'
import { keptHeads, type KeptHeads } from './heads.ts'

export const auditVerify: Run = async (_args, { head, heads, 'audit-key': key, chain }) => {
  const noted = head === undefined ? [] : [{ ...readHead(head as string), by: '--head' }]
  const kept = await keptHeads(readConfig(), heads as string | undefined, key as string | undefined)
  const found =
    chain === undefined
      ? await withDatabase((db) => verify(db, kept, noted))
      : await verifyFile(chain as string, kept, noted)
  for (const line of kept.unread) console.log(`Not a head, ignored: ${line}.`)
  for (const line of found.bad) console.log(`Not to be trusted: ${line}.`)
  console.log(shown(found, kept))
  return found.verdict.ok && found.bad.length === 0 ? 0 : 1
}

/** `signed`: the number of heads in the database; null if there is no database. */
type Found = { verdict: AuditVerdict; signed: number | null; bad: readonly string[]; key: Uint8Array | null }

async function verify(db: Db, kept: KeptHeads, noted: readonly RecordedHead[]): Promise<Found> {
  const report = await verifyAudit(db, { heads: [...noted, ...kept.heads], key: kept.key }, faultyEvidence)
  return { ...report, bad: [...kept.bad, ...report.bad] }
}

/** Without a database: the output of `specie audit export`, and heads that were stored elsewhere. */
async function verifyFile(file: string, kept: KeptHeads, noted: readonly RecordedHead[]): Promise<Found> {
  const verdict = await verifyEntries(entriesIn(file), [...noted, ...kept.heads])
  return { verdict, signed: null, bad: kept.bad, key: kept.key }
}

function shown({ verdict, signed, key }: Found, { heads, files }: KeptHeads): string {
  if (!verdict.ok) return `The audit chain breaks at entry ${verdict.seq}: ${verdict.fault}.`
  const holds = `The audit chain holds: ${verdict.head.seq} entries, head ${showHead(verdict.head)}`
  if (key === null) return `${holds}\nNo head of it was signed yet, so a missing end would not be detected.`
  const elsewhere =
    heads.length === 0
      ? 'none is kept elsewhere, so that its end could have been cut off with them (see AUDIT_HEADS)'
      : `${heads.length} kept in ${files.join(', ')}, up to entry ${heads.reduce((most, { seq }) => (seq > most ? seq : most), 0n)}`
  return `${holds}\nSigned heads by key ${keyId(key)} that are in it: ${signed === null ? '' : `${signed} in the database; `}${elsewhere}.`
}

export const auditHead: Run = () =>
  withDatabase(async (db) => {
    const [head] = await db.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit.head')
    if (!head) throw new CommandError('This database has no audit chain.')
    console.log(showHead({ seq: head.seq, hash: head.hash.toString('hex') }))
    return 0
  })

export const auditKey: Run = async () => {
  const { key } = await keptHeads(readConfig())
  const known = key ?? (await withDatabase(async (db) => (await headsAfter(db, 0n, 1))[0]?.publicKey ?? null))
  if (known === null) throw new CommandError('No head was signed yet. A worker with keys signs one within a minute.')
  console.log(Buffer.from(known).toString('hex'))
  return 0
}

const showHead = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`

function readHead(text: string): AuditHead {
  const match = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text)
  if (!match) throw new CommandError('A head is written SEQ:HASH, as `specie audit head` prints it.')
  return { seq: BigInt(match[1]!), hash: match[2]! }
}
