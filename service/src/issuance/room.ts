import { type AssetCode, fiatCodes } from '@specie/protocol/assets.ts'
import { fulfilments, mintTokens, redeemTokens } from '@specie/protocol/endpoints/supply.ts'
import { amountText } from '@specie/protocol/money.ts'
import { paymentApproval } from '../access/payment-approval.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { coinCodes } from '../base/ports/chain.ts'
import { exact, type Found, searchable } from '../base/searchable.ts'
import { advanceConversions } from './mint/funding/job.ts'
import { legOutcomes } from './mint/funding/row.ts'
import { bookFaucet } from './faucet.ts'
import { mintDetails, redemptionDetails } from './hold-details.ts'
import { advanceMints } from './mint/job.ts'
import { mintMachine } from './mint/row.ts'
import { advanceRedemptions, payingTo } from './redemption/job.ts'
import { redemptionMachine } from './redemption/row.ts'

type SupplyChange = Found & { asset: AssetCode; quantity: bigint }

/** What happens to a mint or a redemption? */
export const room: Room = {
  name: 'issuance',
  tables: {
    'issuance.conversion': { ...byId, fixed: ['institution_id', 'sell', 'buy', 'bought'] },
    'issuance.conversion_leg': { ...byId, fixed: ['conversion_id', 'source', 'owner', 'amount'] },
    'issuance.mint': {
      ...byId,
      fixed: [
        'institution_id',
        'asset',
        'blockchain',
        'quantity',
        'destination',
        'address',
        'address_id',
        'funding_currency',
      ],
    },
    'issuance.redemption': { ...byId, fixed: ['institution_id', 'asset', 'blockchain', 'quantity', 'bank_account_id'] },
  },
  topics: {
    issuance: 'mint',
    'issuance.redemption': 'redemption',
  },
  values: {
    'issuance.mint': { asset: coinCodes, fulfilment: fulfilments },
    'issuance.redemption': { asset: coinCodes },
    'issuance.conversion': { buy: fiatCodes },
    'issuance.conversion_leg': { outcome: legOutcomes },
  },
  partOf: {
    'chains.due_effect': 'issuance.due_effect',
    'banking.due_payout': 'issuance.payable',
    'treasury.reserved': 'issuance.reserved',
    'treasury.promise': 'issuance.promise',
    'treasury.claim': 'issuance.claim',
    'treasury.set_aside': 'issuance.set_aside',
    'compliance.transfer_end': 'issuance.transfer_end',
    'compliance.switchable': 'issuance.switchable',
  },
  jobs: [advanceMints, advanceRedemptions, advanceConversions, bookFaucet],
  wakes: {
    'payout.redemption': [advanceRedemptions.name],
    'payout.sweep': [advanceMints.name, advanceRedemptions.name],
    'expected_wire.conversion': [advanceConversions.name],
    'reserve.topped_up': [advanceMints.name],
  },
  held: {
    mint: { ...mintMachine, job: advanceMints.name, details: mintDetails },
    redemption: { ...redemptionMachine, job: advanceRedemptions.name, details: redemptionDetails },
  },
  operations: {
    mint: { job: advanceMints.name, delivers: true, booksArrival: true },
    redemption: { job: advanceRedemptions.name },
    conversion: { job: advanceConversions.name },
    faucet: { job: bookFaucet.name },
  },
  unsentPayouts: { redemption: payingTo },
  searchable: [
    searchable<SupplyChange>({
      kind: 'mint',
      columns: 'id, institution_id, asset, quantity, clreqid, created_at',
      from: 'issuance.mint',
      id: 'uuid',
      fields: [exact('clreqid')],
      movement: { amounts: [{ asset: 'asset', minor: 'quantity' }] },
      title: ({ asset, quantity }) => `Mint of ${amountText({ asset, minor: quantity })}`,
    }),
    searchable<SupplyChange>({
      kind: 'redemption',
      columns: 'id, institution_id, asset, quantity, clreqid, created_at',
      from: 'issuance.redemption',
      id: 'uuid',
      fields: [exact('clreqid')],
      movement: { amounts: [{ asset: 'asset', minor: 'quantity' }] },
      title: ({ asset, quantity }) => `Redemption of ${amountText({ asset, minor: quantity })}`,
    }),
  ],
  approvals: {
    'member.mint': paymentApproval('Mint', mintTokens.needs),
    'member.redemption': paymentApproval('Redeem', redeemTokens.needs),
  },
}
