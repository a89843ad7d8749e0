import {
  allowListsCall,
  burnsCall,
  chainsCall,
  contractsCall,
  haltMintCall,
  mintHaltsCall,
} from '@specie/protocol/console/chains.ts'
import { linesOf, listed } from '../show.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'

export const chainsList = overConsole(chainsCall, {
  does: 'list the chains with the height of the reader on each, and its problems',
  show: linesOf(({ blockchain, final, latest, read_at, ...chain }) => {
    const what = problemsOf(chain).join(' ') || 'well'
    return `${blockchain.padEnd(5)} final ${final} of ${latest}, last at ${read_at}  ${what}`
  }),
  exitCode: ({ items }) => (items.every((chain) => problemsOf(chain).length === 0) ? 0 : 1),
})

type Problems = { broken: string | null; troubles: readonly { what: string }[] }
const problemsOf = ({ broken, troubles }: Problems): string[] =>
  broken === null ? troubles.map(({ what }) => what) : [broken]

export const chainsContracts = overConsole(contractsCall, {
  does: 'list the contracts of coins',
  show: listed('blockchain', 'asset', 'address', 'created_at', 'txid'),
})

export const chainsBurns = overConsole(burnsCall, {
  does: 'list coins that holders burned themselves, newest first',
  show: listed('created_at', 'blockchain', 'amount', 'asset', 'booked_at', 'txid'),
})

export const chainsAllowLists = overConsole(allowListsCall, {
  does: 'list the allow list of each coin on each chain: its mode, its holders, and the operations that wait for it',
  show: linesOf(({ coin, mode, decided, listed, pending, waiting }) => {
    const next = decided === null ? '' : `, ${decided.mode} was decided at ${decided.at}`
    const problem = decided?.problem == null ? '' : `. ${decided.problem}`
    return `${coin.padEnd(9)} ${mode}, ${listed} listed, ${pending} changes pending, ${waiting} operations wait${next}${problem}`
  }),
})

export const chainsAllowList = proposalOf(
  'allow_list.switch',
  { 'COIN/CHAIN': 'coin', MODE: 'mode' },
  'switch the allow list of a coin on a chain `on` or `off`',
)

export const chainsRecord = proposalOf(
  'chain.contract',
  { CHAIN: 'blockchain', ASSET: 'asset', CONTRACT: 'address' },
  'record an existing contract, such as USDC',
)

export const chainsResume = proposalOf(
  'chain.resume',
  { CHAIN: 'blockchain', HEIGHT: 'from' },
  'read a chain again from this height, below which its final block changed',
)

export const mintHalts = overConsole(mintHaltsCall, {
  does: 'list the coins whose minting is halted, and why',
  show: listed('asset', 'since', 'actor', 'reason'),
})

export const mintHalt = overConsole(haltMintCall, {
  words: { COIN: 'asset', 'WHY…': 'reason' },
  does: 'halt the minting of a coin at once, on every chain',
  show: ({ asset, changed }) =>
    changed ? `Minting of ${asset} is halted.` : `Minting of ${asset} was halted already.`,
})

export const mintResume = proposalOf(
  'mint.resume',
  { COIN: 'asset' },
  'resume minting, once the cause of the halt is resolved',
)
