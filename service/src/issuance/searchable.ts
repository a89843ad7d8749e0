import type { AssetCode } from '@specie/protocol/assets.ts'
import { amountText } from '@specie/protocol/money.ts'
import { exact, type Found, searchable } from '../base/searchable.ts'

type Row = Found & { asset: AssetCode; quantity: bigint }

export const searchableSupply = [
  searchable<Row>({
    kind: 'mint',
    columns: 'id, institution_id, asset, quantity, clreqid',
    from: 'issuance.mint',
    id: 'uuid',
    fields: [exact('clreqid')],
    title: ({ asset, quantity }) => `Mint of ${amountText({ asset, minor: quantity })}`,
  }),
  searchable<Row>({
    kind: 'redemption',
    columns: 'id, institution_id, asset, quantity, clreqid',
    from: 'issuance.redemption',
    id: 'uuid',
    fields: [exact('clreqid')],
    title: ({ asset, quantity }) => `Redemption of ${amountText({ asset, minor: quantity })}`,
  }),
]
