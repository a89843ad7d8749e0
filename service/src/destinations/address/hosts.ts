import type { Tx } from '../../base/database/db.ts'
import type { Address } from './row.ts'

export type Host = Pick<Address, 'id' | 'address' | 'vasp' | 'travel_address' | 'beneficiary'>

/** The wallets by id, with their providers and owners. */
export async function hostsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Host>> {
  const rows = await tx.query<Host>(
    'select id, address, vasp, travel_address, beneficiary from destinations.address where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map((one) => [one.id, one]))
}

type Sent = {
  readonly id: string
  readonly institution_id: string
  readonly blockchain: string
  readonly sender: string | null
}

/** Those of these deposits that come from a hosted wallet which their institution has whitelisted, with its provider. */
export async function fromHostedWallets(tx: Tx, deposits: readonly Sent[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; vasp: string }>(
    `select sent.id, min(a.vasp) as vasp from jsonb_to_recordset($1) as sent (id uuid, institution_id uuid, blockchain text, sender text)
     join destinations.address a on a.institution_id = sent.institution_id and a.blockchain = sent.blockchain
       and lower(a.address) = lower(sent.sender) and a.ownership = 'vasp' and a.state in ('active', 'suspended')
     group by sent.id`,
    [
      JSON.stringify(
        deposits.map(({ id, institution_id, blockchain, sender }) => ({ id, institution_id, blockchain, sender })),
      ),
    ],
  )
  return new Map(rows.map(({ id, vasp }) => [id, vasp]))
}
