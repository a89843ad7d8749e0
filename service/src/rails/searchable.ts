import { amountText } from '@specie/protocol/money.ts'
import { exact, type Found, searchable } from '../base/searchable.ts'
import type { Payment } from './payment/row.ts'
import type { Rail } from './rail/row.ts'

export const searchableRails = [
  searchable<Found & Pick<Rail, 'railtype' | 'asset' | 'currency'>>({
    kind: 'rail',
    columns: 'id, institution_id, railtype, asset, currency, clreqid, funding',
    from: 'rails.rail',
    id: 'uuid',
    fields: [exact('clreqid'), exact(`(funding ->> 'reference')`)],
    title: ({ railtype, asset, currency }) =>
      railtype === 'FiatToStablecoin' ? `Rail from ${currency} to ${asset}` : `Rail from ${asset} to ${currency}`,
  }),
  searchable<Found & Pick<Payment, 'received' | 'received_currency'>>({
    kind: 'payment',
    columns: 'id, institution_id, received, received_currency, reference',
    from: 'rails.payment',
    id: 'uuid',
    fields: [exact('reference')],
    title: ({ received, received_currency }) =>
      `Rail payment of ${amountText({ asset: received_currency, minor: received })}`,
  }),
]
