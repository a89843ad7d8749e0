import type { AssetCode } from '@specie/protocol/assets.ts'
import { amountText } from '@specie/protocol/money.ts'
import { exact, type Found, searchable } from '../base/searchable.ts'

type Row = Found & { asset: AssetCode; quantity: bigint }

export const searchableTransfers = [
  searchable<Row>({
    kind: 'withdrawal',
    columns: 'id, institution_id, asset, quantity, clreqid',
    from: 'transfers.withdrawal',
    id: 'uuid',
    fields: [exact('clreqid')],
    title: ({ asset, quantity }) => `Withdrawal of ${amountText({ asset, minor: quantity })}`,
  }),
  searchable<Row>({
    kind: 'deposit',
    columns: 'id, institution_id, asset, quantity, txid',
    from: 'transfers.deposit',
    id: 'uuid',
    fields: [exact('txid')],
    title: ({ asset, quantity }) => `Deposit of ${amountText({ asset, minor: quantity })}`,
  }),
]
