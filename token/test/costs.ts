import { readFileSync, writeFileSync } from 'node:fs'
import type { Address as SolanaAddress } from '@solana/kit'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  parseSignature,
  toHex,
} from 'viem'
import { coinAbi } from '../src/abi.gen.ts'
import { calldata, deployCoin, implementationCode, transferAuthorization } from '../src/evm.ts'
import { burn, mint, openTokenAccount, seize } from '../src/solana/coin.ts'
import { type Built, freeze, switchDefaultState, thaw, transfer } from '../src/solana/instructions.ts'
import { domainOf, type Name, setup, signers, startChain, who } from './evm.ts'
import { type Name as SolanaName, startSolana } from './solana.ts'

// The measured cost of each call: the tables of docs/token.md. `node token/test/costs.ts --write` updates them.

const id = (n: number) => keccak256(numberToHex(n))
const holder = (n: number): Address => `0x${keccak256(toHex(`holder ${n}`)).slice(2, 42)}`
const size = 50

async function evmTable(): Promise<string> {
  const chain = await startChain()
  const rows: [string, bigint][] = []
  const spend = async (by: Name, data: Hex, to?: Address) => {
    const { gasUsed, contractAddress } = await chain.send(who[by], data, to)
    return { gas: BigInt(gasUsed), contractAddress }
  }
  const code = await spend('ann', implementationCode)
  rows.push(['deploy the implementation (once a chain)', code.gas])
  const million = 10n ** 12n
  const created = await spend(
    'ann',
    deployCoin(code.contractAddress, { ...setup, supplyCap: million, mintLimit: million }),
  )
  rows.push(['deploy a coin: proxy, setup, roles', created.gas])
  const cost = async (by: Name, data: Hex) => (await spend(by, data, created.contractAddress)).gas
  const row = async (what: string, by: Name, data: Hex) => rows.push([what, await cost(by, data)])
  const mint = (n: number, to: Address) => calldata.mint({ requestId: id(n), to, amount: 1_000_000n })

  await cost('minter', mint(1, who.omnibus))
  await row('`mint` to a new holder', 'minter', mint(2, who.ann))
  await row('`mint` to a holder', 'minter', mint(3, who.ann))
  const batch = (first: number, to: (i: number) => Address) =>
    calldata.mintBatch(
      Array.from({ length: size }, (_, i) => ({ requestId: id(first + i), to: to(i), amount: 1_000_000n })),
    )
  const shared = async (what: string, data: Hex) => rows.push([what, (await cost('minter', data)) / BigInt(size)])
  await shared(`\`mintBatch\` of ${size}, each to a new holder, per mint`, batch(100, holder))
  await shared(`\`mintBatch\` of ${size}, each to a holder, per mint`, batch(200, holder))
  await shared(
    `\`mintBatch\` of ${size}, all to the omnibus wallet, per mint`,
    batch(300, () => who.omnibus),
  )

  await row('`approve`', 'omnibus', calldata.approve(who.burner, maxUint256))
  const redemption = calldata.burn({ requestId: id(4), from: who.omnibus, amount: 1_000_000n })
  await row('`burn` from the omnibus wallet', 'burner', redemption)
  await row('`transfer` to a new holder', 'ann', calldata.transfer(who.bob, 10n))
  await row('`transfer` to a holder', 'ann', calldata.transfer(who.bob, 10n))
  await row('`permit`', 'bob', await permit(created.contractAddress))
  const pull = encodeFunctionData({ abi: coinAbi, functionName: 'transferFrom', args: [who.ann, who.bob, 10n] })
  await row('`transferFrom`', 'bob', pull)
  const collect = (n: number, to: Address) => collection(created.contractAddress, id(n), to)
  await row('`transferWithAuthorization` to a new holder', 'omnibus', await collect(6, holder(size)))
  await row('`transferWithAuthorization` to the omnibus wallet', 'omnibus', await collect(7, who.omnibus))
  await row('`freeze`', 'freezer', calldata.freeze(who.bob))
  const seizure = calldata.seize({ requestId: id(5), from: who.bob, to: who.omnibus, amount: 5n })
  await row('`seize`', 'seizer', seizure)
  await row('`unfreeze`', 'freezer', calldata.unfreeze(who.bob))
  await row('`list` one account', 'lister', calldata.list([who.ann]))
  const fifty = Array.from({ length: size }, (_, i) => holder(i))
  rows.push([`\`list\` of ${size} accounts, per account`, (await cost('lister', calldata.list(fifty))) / BigInt(size)])
  await row('`unlist` one account', 'lister', calldata.unlist([who.ann]))
  await row('`switchAllowList` on', 'switcher', calldata.switchAllowList(true))
  await cost('lister', calldata.list([who.ann, who.bob]))
  await row('`transfer` to a holder, allow list on', 'ann', calldata.transfer(who.bob, 10n))
  await row('`switchAllowList` off', 'switcher', calldata.switchAllowList(false))
  await row('`pause`', 'pauser', calldata.pause())
  await row('`unpause`', 'pauser', calldata.unpause())
  const lines = rows.map(([what, gas]) => `| ${what} | ${gas.toLocaleString('en-US')} |`)
  return ['| call | gas |', '|---|---:|', ...lines].join('\n')
}

async function permit(verifyingContract: Address): Promise<Hex> {
  const deadline = 2n ** 40n
  const uint = (name: string) => ({ name, type: 'uint256' })
  const address = (name: string) => ({ name, type: 'address' })
  const signature = await signers.ann.signTypedData({
    domain: domainOf(verifyingContract),
    types: { Permit: [address('owner'), address('spender'), uint('value'), uint('nonce'), uint('deadline')] },
    primaryType: 'Permit',
    message: { owner: who.ann, spender: who.bob, value: 10n, nonce: 0n, deadline },
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [who.ann, who.bob, 10n, deadline, yParity + 27, r, s] as const
  return encodeFunctionData({ abi: coinAbi, functionName: 'permit', args })
}

async function collection(coin: Address, nonce: Hex, to: Address): Promise<Hex> {
  const move = { from: who.ann, to, amount: 10n, validAfter: 0n, validBefore: 2n ** 40n, nonce }
  const signature = await signers.ann.signTypedData(transferAuthorization({ ...move, domain: domainOf(coin) }))
  return calldata.transferWithAuthorization({ ...move, signature })
}

async function solanaTable(): Promise<string> {
  const sol = await startSolana()
  const { who, at } = sol
  const rows: string[] = []
  const row = async (what: string, signers: SolanaName[], instructions: readonly Built[]) => {
    const before = sol.account(who.payer)!.lamports
    const done = await sol.send(signers, instructions)
    const fee = 5_000n * BigInt(signers.length + 1)
    const locked = before - sol.account(who.payer)!.lamports - fee
    rows.push(
      `| ${[what, done.computeUnitsConsumed(), fee, locked].map((cell) => cell.toLocaleString('en-US')).join(' | ')} |`,
    )
  }
  const order = (n: number, account: SolanaAddress) => sol.order(id(n), account, 1_000_000n)
  await row('open a token account', [], [await openTokenAccount(who.payer, who.mint, who.admin)])
  await row('mint', ['minter', 'guardian'], await mint({ ...order(1, at.ann), minter: who.minter }))
  await row('burn', ['ann', 'guardian'], await burn({ ...order(2, at.ann), burner: who.ann }))
  await sol.send(['minter', 'guardian'], await mint({ ...order(3, at.ann), minter: who.minter }))
  const ann = { mint: who.mint, account: at.ann }
  await row('transfer', ['ann'], [transfer({ ...ann, to: at.bob, authority: who.ann, amount: 1n })])
  await sol.send(['minter', 'guardian'], await mint({ ...order(4, at.ann), minter: who.minter }))
  await row('freeze', ['freezer'], [freeze({ ...ann, authority: who.freezer })])
  const { freezer, seizer } = who
  const seizure = await seize({ ...order(5, at.ann), to: at.omnibus, freezer, seizer })
  await row('seize', ['freezer', 'seizer', 'guardian'], seizure)
  await row('list an account', ['freezer'], [thaw({ ...ann, authority: who.freezer })])
  await row('switch the allow list', ['freezer'], [switchDefaultState(who.mint, who.freezer, true)])
  return ['| transaction | compute units | fee, lamports | rent, lamports |', '|---|---:|---:|---:|', ...rows].join(
    '\n',
  )
}

const marks = ['<!-- costs: made by token/test/costs.ts -->', '<!-- /costs -->'] as const

/** The page with its tables measured anew. */
export async function withCosts(page: string): Promise<string> {
  const [before, rest] = page.split(marks[0])
  const after = rest?.split(marks[1])[1]
  if (after === undefined) throw new Error(`docs/token.md has lost its marks: ${marks.join(' … ')}`)
  const tables = `### EVM\n\n${await evmTable()}\n\n### Solana\n\n${await solanaTable()}`
  return `${before}${marks[0]}\n${tables}\n${marks[1]}${after}`
}

export const page = new URL('../../docs/token.md', import.meta.url)

if (import.meta.main) {
  const text = await withCosts(readFileSync(page, 'utf8'))
  if (process.argv.includes('--write')) writeFileSync(page, text)
  else console.log(text.split(marks[0])[1]!.split(marks[1])[0]!.trim())
}
