import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { OwnKind } from '@specie/protocol/parties.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type Fact, text, time } from '../../base/facts.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { addToWatchlist, removeOwn } from './own.ts'
import { type ListEffect, lockList } from './row.ts'

// Staff write the own list: one person adds an entry, which only stops money; two people remove one, which lets it pass.

/** The part of the own list that staff write. */
const part = 'staff'

type OwnRow = { id: string; reference: string; name: string; effect: ListEffect; kind: OwnKind; at: Date }

const select = `select e.id, e.reference, e.effect, e.content ->> 'kind' as kind, v.created_at as at,
    coalesce(e.content #>> '{names,0,text}', e.content #>> '{wallets,0,address}') as name
  from compliance.list_entry e join compliance.list_version v on v.id = e.began
  where e.list = 'own' and e.ended is null`

type Added = { readonly name: string; readonly kind: OwnKind; readonly effect: ListEffect }

/** One person adds, and never weakens: of two entries of a name the stricter effect stays, and two kinds become both. */
export async function addOwnEntry(tx: Tx, { name, ...asked }: Added, by: By): Promise<OwnRow> {
  await lockList(tx, 'own')
  const known = await entryOf(tx, name)
  const kind = known && known.kind !== asked.kind ? 'other' : asked.kind
  const effect = known?.effect === 'refuse' ? 'refuse' : asked.effect
  const added = await addToWatchlist(tx, [{ name, kind, effect, list: part }], by.at, part)
  const entry = await entryOf(tx, name)
  if (entry === undefined) throw new Error(`the own list has no entry after it was added: ${part}`)
  if (added === 0) return entry
  const detail = { reference: entry.reference, kind, effect, why: by.why, ...by.from }
  audit(tx, { actor: by.actor, action: 'list.entry_added', subject: entry.id, detail })
  return entry
}

async function entryOf(tx: Tx, name: string): Promise<OwnRow | undefined> {
  const [entry] = await tx.query<OwnRow>(
    `${select} and e.content #>> '{programmes,0}' = $2
       and $1 in (e.content #>> '{names,0,text}', e.content #>> '{wallets,0,address}')`,
    [name, part],
  )
  return entry
}

type Removal = PayloadOf<'list.remove'>

async function openEntry(sql: Sql, { entryid }: Removal): Promise<OwnRow | undefined> {
  const [entry] = await sql.query<OwnRow>(`${select} and e.id = $1`, [entryid])
  return entry
}

export async function removeOwnEntry(_env: Env, tx: Tx, payload: Removal, by: ApprovalActor): Promise<void> {
  const entry = await openEntry(tx, payload)
  if (entry === undefined) {
    const [listed] = await tx.query('select from compliance.list_entry where id = $1', [payload.entryid])
    if (listed === undefined) throw new ApiError('not_found', { id: payload.entryid })
    throw badRequest('state', 'Only an entry that is on the own list now can be removed.', 'entryid')
  }
  await removeOwn(tx, [entry.reference], by.at, part)
  const detail = { reference: entry.reference, maker: by.maker, checker: by.checker }
  audit(tx, { actor: by.actor, action: 'list.entry_removed', subject: entry.id, detail })
}

export async function describeRemoval(_env: Env, sql: Sql, payload: Removal): Promise<Description> {
  const entry = await openEntry(sql, payload)
  const what = entry === undefined ? 'an entry' : `«${entry.name}»`
  return { title: `Remove ${what} from the own list`, institutionId: null }
}

const effects = { refuse: 'It is never served.', review: 'Staff decide.' } as const
const kinds = { person: 'A person', company: 'A company', other: 'A person, a company or a wallet' } as const

export async function removalFacts(_env: Env, sql: Sql, payload: Removal): Promise<Fact[]> {
  const entry = await openEntry(sql, payload)
  if (entry === undefined) return [text('Entry', 'not on the list')]
  return [
    text('Entry', entry.name),
    text('Kind', kinds[entry.kind]),
    text('Effect of a match', effects[entry.effect]),
    time('Listed', entry.at),
    text('Outcome', 'New items of this party are no longer stopped by this entry. What is decided stays decided.', {
      part: 'effect',
    }),
  ]
}
