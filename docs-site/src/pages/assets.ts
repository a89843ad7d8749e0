import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import type { Html } from '../markup/html.ts'
import type { Parts } from '../markup/markdown.ts'
import { code, table } from '../markup/parts.ts'

/** The tables of docs/assets.md, from those of the service. */
export const assetParts: Parts = {
  assets: () => [assetTable(), carrierTable()],
  chains: chainTable,
  pairs: pairTable,
}

function assetTable(): Html {
  const rows = Object.values(assets).map((asset) => ({
    id: `asset-${asset.symbol}`,
    cells: [
      code(asset.symbol),
      asset.name,
      asset.type,
      String(asset.decimals),
      asset.fiat ?? '–',
      asset.min_mint === null ? '–' : `${asset.min_mint} ${asset.min_mint_currency} worth`,
      asset.min_redeem ?? '–',
      asset.blockchains.map(({ blockchain }) => blockchain).join(' ') || '–',
    ],
  }))
  const columns = ['Symbol', 'Name', 'Type', 'Decimals', 'At par with', 'Least issuance', 'Least redemption', 'Chains']
  return table('All assets', columns, rows, 'figures')
}

function carrierTable(): Html {
  const rows = Object.values(assets).flatMap(({ symbol, blockchains }) =>
    blockchains.map(({ blockchain, contract, decimals, min_deposit, min_withdraw, withdraw_fee }) => ({
      cells: [
        code(`${symbol} on ${blockchain}`),
        String(decimals),
        min_deposit,
        min_withdraw,
        withdraw_fee,
        contract ?? '–',
      ],
    })),
  )
  const columns = ['Asset', 'Decimals', 'Least deposit', 'Least withdrawal', 'Withdrawal fee', 'Contract']
  return table('Assets on their chains', columns, rows, 'figures')
}

function chainTable(): Html {
  const rows = Object.entries(chains).map(([blockchain, { name, family, chainId, confirmations }]) => ({
    cells: [code(blockchain), name, family, chainId === null ? '–' : String(chainId), String(confirmations)],
  }))
  return table('All chains', ['Code', 'Name', 'Family', 'Chain id', 'Confirmations'], rows, 'figures')
}

function pairTable(): Html {
  const rows = pairs.map((pair) => ({
    cells: [
      code(pair.symbol),
      pair.min_order_size,
      pair.max_order_size,
      String(pair.qty_decimals),
      String(pair.price_decimals),
      String(pair.price_band_bps),
      String(pair.fee_bps),
    ],
  }))
  const columns = [
    'Pair',
    'Smallest order',
    'Largest order',
    'Decimals of size',
    'Decimals of price',
    'Band (bps)',
    'Fee (bps)',
  ]
  return table('Trading pairs: sizes in the base asset, prices in quote per base', columns, rows, 'figures')
}
