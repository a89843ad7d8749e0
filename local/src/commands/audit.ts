import { verifyAudit, type AuditHead } from '@specie/service/base/audit.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'

export const auditVerify: Command = {
  takes: '[--head SEQ:HASH]',
  does: 'recompute the audit chain, and look for a head noted earlier',
  options: { head: { type: 'string' } },
  run: (_args, { head }) =>
    withDatabase(async (db) => {
      const verdict = await verifyAudit(db, head === undefined ? undefined : readHead(head as string))
      console.log(
        verdict.ok
          ? `The audit chain holds: ${verdict.head.seq} entries, head ${showHead(verdict.head)}`
          : `The audit chain breaks at entry ${verdict.seq}: ${verdict.fault}.`,
      )
      return verdict.ok ? 0 : 1
    }),
}

export const auditHead: Command = {
  takes: '',
  does: 'print the head of the audit chain, to be kept elsewhere',
  run: () =>
    withDatabase(async (db) => {
      const [head] = await db.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit.head')
      if (!head) throw new CommandError('This database has no audit chain.')
      console.log(showHead({ seq: head.seq, hash: head.hash.toString('hex') }))
      return 0
    }),
}

const showHead = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`

function readHead(text: string): AuditHead {
  const match = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text)
  if (!match) throw new CommandError('A head is written SEQ:HASH, as `specie audit head` prints it.')
  return { seq: BigInt(match[1]!), hash: match[2]! }
}
