import type { Client } from '@specie/sdk/client.ts'
import { kinds as followed } from '@specie/sdk/call/outcome.ts'
import type { Fields } from '../integrator/over-api.ts'

// Answers «Where is my mint?» with every open operation, or one by any of its ids, with what it waits for.

type Row = { readonly [field: string]: unknown }
type Kind = {
  readonly what: string
  readonly call: 'querySupplyChanges' | 'queryWithdrawals' | 'queryPayments' | 'queryDeposits'
  readonly list: string
  readonly ids: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    what: 'mint or redemption',
    call: 'querySupplyChanges',
    list: 'supplychanges',
    ids: ['requestid', 'txid', 'clreqid'],
  },
  {
    what: 'withdrawal',
    call: 'queryWithdrawals',
    list: 'withdrawals',
    ids: ['withdrawalid', 'txid', 'clreqid'],
  },
  {
    what: 'payment over a rail',
    call: 'queryPayments',
    list: 'payments',
    ids: ['paymentid', 'txid', 'railid'],
  },
  {
    what: 'deposit',
    call: 'queryDeposits',
    list: 'deposits',
    ids: ['depositid', 'txid', 'bankref'],
  },
]

/** Open states: those that the SDK waits in. */
const openOf = ({ call }: Kind): readonly string[] => followed.find((kind) => kind.call === call)!.waiting

/** What each stage of a mint, a redemption or a withdrawal means. */
const stages: { readonly [stage: string]: string } = {
  requested: 'It was accepted and begins in a moment.',
  funding: 'The provider converts the funding first.',
  screening: 'It is being screened.',
  travel_rule: 'Travel Rule data is being exchanged with the receiving provider.',
  held: 'It is under review. See hold.',
  funded: 'It is paid for and is sent to the chain next.',
  waiting_reserve:
    'It waits until the reserve at the bank covers the new coins. The next transfer to the reserve releases it.',
  approved: 'It is cleared and is sent next.',
  sending: 'Its transaction or payment order is being sent.',
  confirming:
    'It was sent; the chain or the bank must confirm it. Coins are available about three hours after the request.',
  burning: 'The coins are being burned on the chain.',
  paying: 'The coins are burned; the bank pays the money out.',
  returned: 'The bank sent the money back; it is paid to the balance.',
  settled: 'It is done.',
  completed: 'It is done.',
  rejected: 'It was refused; nothing was taken.',
  canceled: 'It was canceled; nothing was taken.',
  failed: 'It did not succeed; the amount is available again.',
}

/** For a payment over a rail the same states mean something else. It is returned to the payer, not to a balance. */
const statesOfPayments: typeof stages = {
  rejected: 'It was refused and is being returned to the payer.',
  returned: 'It was returned to the payer.',
  failed: 'It could not be paid out. It is tried once more; after that staff decide.',
}

type Found = Row & { readonly what: string; readonly explanation: string }

/** All open operations without an id. Each list costs a second. A key can make one call per second. */
export async function whereIs(client: Client, id: string | undefined): Promise<Found[]> {
  const found: Found[] = []
  for (const kind of kinds) {
    const rows = id === undefined ? await openRows(client, kind) : await rowsById(client, kind, id)
    found.push(...rows.map((row) => ({ what: kind.what, explanation: explained(kind, row), ...row })))
    if (id !== undefined && found.length > 0) return found
  }
  return found
}

async function query(client: Client, { call, list }: Kind, fields: Fields): Promise<Row[]> {
  const ask = client[call] as (fields: Fields) => Promise<unknown>
  return ((await ask(fields)) as { [list: string]: Row[] })[list]!
}

/** The open rows of the last page: older ones are settled, or known to support. */
const openRows = async (client: Client, kind: Kind): Promise<Row[]> =>
  (await query(client, kind, { limit: '500' })).filter(({ status }) => openOf(kind).includes(String(status)))

async function rowsById(client: Client, kind: Kind, id: string): Promise<Row[]> {
  for (const field of kind.ids) {
    const rows = await query(client, kind, { [field]: id })
    if (rows.length > 0) return rows
  }
  return []
}

function explained({ call }: Kind, { status, stage, reason, hold }: Row): string {
  const own = call === 'queryPayments' ? statesOfPayments[String(status)] : undefined
  const explanation = own ?? stages[String(stage ?? status)] ?? `It is ${String(status)}.`
  const why = (hold as { message?: string } | null)?.message ?? reason
  return typeof why === 'string' && why !== '' ? `${explanation} ${why}` : explanation
}
