import { type Address, address, getAddressEncoder, getU64Encoder, type Instruction, lamports } from '@solana/kit'
import { beforeEach, describe, expect, test } from 'vitest'
import { metadata, type Name, startSolana } from '../../test/solana.ts'
import { requestId } from '../request.ts'
import { burn, mint, readHolding, seize } from './coin.ts'
import { guardAddress, guardSpace, readGuard } from './guard.ts'
import {
  allocateWithSeed,
  approve,
  burnFrom,
  decimals,
  freeze,
  initializeMultisig,
  join,
  mintTo,
  pause,
  resume,
  systemProgram,
  thaw,
  tokenProgram,
  transfer,
} from './instructions.ts'

let sol: Awaited<ReturnType<typeof startSolana>>

beforeEach(async () => {
  sol = await startSolana()
})

const id = (request: string) => requestId({ environment: 'uat', chain: 'SOL', token: 'VCHF', request })

async function mintCoins(request: string, to: Name, amount: bigint, by: Name = 'minter') {
  const order = { ...sol.order(id(request), sol.at[to], amount), minter: sol.who[by] }
  return sol.send([by, 'guardian'], await mint(order))
}
async function burnCoins(request: string, from: Name, amount: bigint, by: Name = 'burner') {
  const order = { ...sol.order(id(request), sol.at[from], amount), burner: sol.who[by] }
  return sol.send([by, 'guardian'], await burn(order))
}
async function seizeCoins(request: string, from: Name, to: Name, amount: bigint) {
  const { freezer, seizer } = sol.who
  const order = { ...sol.order(id(request), sol.at[from], amount), to: sol.at[to], freezer, seizer }
  return sol.send(['freezer', 'seizer', 'guardian'], await seize(order))
}
const send = (by: Name, to: Name, amount: bigint) =>
  sol.send(
    [by],
    [transfer({ mint: sol.who.mint, account: sol.at[by], to: sol.at[to], authority: sol.who[by], amount })],
  )
const freezing = (of: Name, by: Name = 'freezer') => ({
  mint: sol.who.mint,
  account: sol.at[of],
  authority: sol.who[by],
})

/** The second instruction of a guard, refused by the system program. */
const alreadyProcessed = 'InstructionError(1, Custom(0))'

describe('a request id', () => {
  test('mints once; the transaction names account and amount', async () => {
    await mintCoins('a', 'ann', 100n)
    await expect(mintCoins('a', 'ann', 100n)).rejects.toThrow(alreadyProcessed)
    await expect(mintCoins('a', 'bob', 7n)).rejects.toThrow(alreadyProcessed)
    expect([sol.supply(), sol.balance('ann'), sol.balance('bob')]).toEqual([100n, 100n, 0n])
    expect(await sol.processed(id('a'))).toEqual({
      requestId: id('a'),
      kind: 'mint',
      account: sol.at.ann,
      amount: 100n,
    })
  })

  test('that was never used has no record', async () => {
    expect(await sol.processed(id('never'))).toBeNull()
  })

  test('burns once, and cannot be used for another purpose', async () => {
    await mintCoins('a', 'burner', 100n)
    await burnCoins('b', 'burner', 40n)
    await expect(burnCoins('b', 'burner', 40n)).rejects.toThrow(alreadyProcessed)
    await expect(burnCoins('a', 'burner', 40n)).rejects.toThrow(alreadyProcessed)
    await expect(mintCoins('b', 'burner', 40n)).rejects.toThrow(alreadyProcessed)
    expect(sol.supply()).toBe(60n)
    expect(await sol.processed(id('b'))).toMatchObject({ kind: 'burn', account: sol.at.burner, amount: 40n })
  })

  test('whose mint was refused is still free', async () => {
    await expect(mintCoins('a', 'ann', 1n, 'bob')).rejects.toThrow('InstructionError(3')
    expect(await sol.processed(id('a'))).toBeNull()
    await mintCoins('a', 'ann', 1n)
  })

  test('twice in one transaction mints nothing', async () => {
    const order = { ...sol.order(id('a'), sol.at.ann, 1n), minter: sol.who.minter }
    const both = [...(await mint(order)), ...(await mint(order))]
    await expect(sol.send(['minter', 'guardian'], both)).rejects.toThrow('InstructionError(5, Custom(0))')
    expect(sol.supply()).toBe(0n)
  })

  test('several fit into one transaction', async () => {
    const rows = await Promise.all(
      ['a', 'b', 'c'].map((request) => mint({ ...sol.order(id(request), sol.at.ann, 5n), minter: sol.who.minter })),
    )
    await sol.send(['minter', 'guardian'], rows.flat())
    expect(sol.supply()).toBe(15n)
  })

  test('is remembered when the minter changes', async () => {
    await mintCoins('a', 'ann', 1n)
    const key = getAddressEncoder().encode(sol.who.bob)
    const setMintAuthority: Instruction = {
      programAddress: tokenProgram,
      accounts: mintTo({
        mint: sol.who.mint,
        account: sol.at.ann,
        authority: sol.who.minter,
        amount: 0n,
      }).accounts.filter((_, i) => i !== 1),
      data: join(6, 0, 1, key),
    }
    await sol.send(['minter'], [setMintAuthority])
    await expect(mintCoins('a', 'ann', 1n, 'bob')).rejects.toThrow(alreadyProcessed)
    await mintCoins('b', 'ann', 1n, 'bob')
  })
})

describe('a guard', () => {
  const place = () => guardAddress(sol.who.guardian, id('a'))

  test('is not blocked by lamports that a stranger sends there first', async () => {
    sol.svm.airdrop(await place(), lamports(1_000_000n))
    expect(await sol.processed(id('a'))).toBeNull()
    await mintCoins('a', 'ann', 100n)
    await expect(mintCoins('a', 'ann', 100n)).rejects.toThrow(alreadyProcessed)
  })

  test('can be made by the guardian only', async () => {
    const seed = Buffer.from(id('a').slice(2, 50), 'hex').toString('base64url')
    const there = { account: await place(), seed, space: guardSpace, owner: tokenProgram }
    const stolen = allocateWithSeed({ ...there, base: sol.who.bob })
    await expect(sol.send(['bob'], [stolen])).rejects.toThrow('does not match derived address')
    const forged = allocateWithSeed({ ...there, base: sol.who.guardian })
    const unsigned = { ...forged, accounts: forged.accounts.map((meta, i) => ({ ...meta, role: i === 0 ? 1 : 0 })) }
    await expect(sol.send([], [unsigned])).rejects.toThrow('MissingRequiredSignature')
    await mintCoins('a', 'ann', 100n)
  })

  test('cannot be rewritten, drained or closed by its guardian', async () => {
    await mintCoins('a', 'ann', 100n)
    const account = await place()
    const before = sol.account(account)!
    const seed = Buffer.from(id('a').slice(2, 50), 'hex')
    const meta = (address: Address, role: number) => ({ address, role })
    const [guarded, guardian, somewhere] = [meta(account, 1), meta(sol.who.guardian, 2), meta(sol.who.bob, 1)]
    const u64 = (n: number) => getU64Encoder().encode(n)
    const text = Buffer.from(seed.toString('base64url'))
    const attempts: Record<string, Instruction> = {
      rewrite: initializeMultisig(account, [sol.who.bob]),
      'transfer with seed': {
        programAddress: systemProgram,
        accounts: [guarded, guardian, somewhere],
        data: join(11, 0, 0, 0, u64(1), u64(32), text, getAddressEncoder().encode(tokenProgram)),
      },
      'close account': { programAddress: tokenProgram, accounts: [guarded, somewhere, guardian], data: join(9) },
      'withdraw excess lamports': {
        programAddress: tokenProgram,
        accounts: [guarded, somewhere, guardian],
        data: join(38),
      },
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      const signers: Name[] = name === 'rewrite' ? [] : ['guardian']
      await expect(sol.send(signers, [attempt]), name).rejects.toThrow('InstructionError(0')
    }
    expect(sol.account(account)).toEqual(before)
  })

  test('costs the payer its rent, and no other account anything', async () => {
    const before = sol.account(sol.who.payer)!.lamports
    await mintCoins('a', 'ann', 100n)
    const fee = 3n * 5_000n
    expect(before - sol.account(sol.who.payer)!.lamports).toBe(sol.rent(guardSpace) + fee)
  })

  test('is distinguished from other accounts', async () => {
    expect(readGuard(null)).toBeNull()
    expect(readGuard(sol.account(sol.who.mint))).toBeNull()
    expect(readGuard(sol.account(sol.at.ann))).toBeNull()
    expect(readGuard({ programAddress: tokenProgram, data: new Uint8Array(355) })).toBeNull()
    const words = join(3, 3, 1, new Uint8Array(352).fill(9))
    expect(readGuard({ programAddress: tokenProgram, data: words })).toBeNull()
  })
})

describe('each power has its own key', () => {
  test('minting needs the minter’s key', async () => {
    for (const name of ['burner', 'pauser', 'freezer', 'seizer', 'admin', 'guardian', 'ann'] as const) {
      await expect(mintCoins('a', 'ann', 1n, name)).rejects.toThrow('Error: owner does not match')
    }
  })

  test('burning takes an owner or an approved delegate, up to the approved amount', async () => {
    await mintCoins('a', 'omnibus', 100n)
    await expect(burnCoins('b', 'omnibus', 10n)).rejects.toThrow('Error: owner does not match')
    const { mint, omnibus, burner } = sol.who
    const entrust = approve({ mint, account: sol.at.omnibus, delegate: burner, authority: omnibus, amount: 30n })
    await sol.send(['omnibus'], [entrust])
    await burnCoins('b', 'omnibus', 10n)
    await expect(burnCoins('c', 'omnibus', 21n)).rejects.toThrow('Error: insufficient funds')
    await burnCoins('d', 'omnibus', 5n, 'omnibus')
    expect(sol.balance('omnibus')).toBe(85n)
  })

  test('freezing needs the freezer’s key, pausing the pauser’s', async () => {
    await expect(sol.send(['bob'], [freeze(freezing('ann', 'bob'))])).rejects.toThrow('Error: owner does not match')
    await expect(sol.send(['freezer'], [pause(sol.who.mint, sol.who.freezer)])).rejects.toThrow('owner does not match')
    await expect(sol.send(['bob'], [resume(sol.who.mint, sol.who.bob)])).rejects.toThrow('owner does not match')
  })
})

test('frozen, an account neither sends nor receives; thawed, it does again', async () => {
  await mintCoins('a', 'ann', 100n)
  await mintCoins('b', 'bob', 100n)
  await sol.send(['freezer'], [freeze(freezing('ann'))])
  expect(readHolding(sol.account(sol.at.ann)!.data)).toEqual({
    mint: sol.who.mint,
    owner: sol.who.ann,
    amount: 100n,
    frozen: true,
  })
  await expect(send('ann', 'bob', 1n)).rejects.toThrow('Error: Account is frozen')
  await expect(send('bob', 'ann', 1n)).rejects.toThrow('Error: Account is frozen')
  await expect(mintCoins('c', 'ann', 1n)).rejects.toThrow('Error: Account is frozen')
  await expect(burnCoins('c', 'ann', 1n, 'ann')).rejects.toThrow('Error: Account is frozen')
  await sol.send(['freezer'], [thaw(freezing('ann'))])
  await send('ann', 'bob', 1n)
})

test('coins are seized only from a frozen account, which stays frozen', async () => {
  await mintCoins('a', 'ann', 100n)
  await expect(seizeCoins('s', 'ann', 'omnibus', 60n)).rejects.toThrow('InstructionError(3')
  await sol.send(['freezer'], [freeze(freezing('ann'))])
  await seizeCoins('s', 'ann', 'omnibus', 60n)
  await expect(seizeCoins('s', 'ann', 'omnibus', 40n)).rejects.toThrow(alreadyProcessed)
  expect([sol.balance('ann'), sol.balance('omnibus'), sol.supply()]).toEqual([40n, 60n, 100n])
  expect(readHolding(sol.account(sol.at.ann)!.data).frozen).toBe(true)
  expect(await sol.processed(id('s'))).toMatchObject({ kind: 'seizure', account: sol.at.ann, amount: 60n })
})

test('paused, nothing moves, is minted or burned; resumed, it does again', async () => {
  await mintCoins('a', 'ann', 100n)
  await sol.send(['pauser'], [pause(sol.who.mint, sol.who.pauser)])
  const paused = 'minting, and burning is paused'
  await expect(send('ann', 'bob', 1n)).rejects.toThrow(paused)
  await expect(mintCoins('b', 'ann', 1n)).rejects.toThrow(paused)
  await expect(burnCoins('c', 'ann', 1n, 'ann')).rejects.toThrow(paused)
  const direct = burnFrom({ mint: sol.who.mint, account: sol.at.ann, authority: sol.who.seizer, amount: 1n })
  await expect(sol.send(['seizer'], [direct])).rejects.toThrow(paused)
  await sol.send(['pauser'], [resume(sol.who.mint, sol.who.pauser)])
  await send('ann', 'bob', 1n)
  await mintCoins('b', 'ann', 1n)
})

test('wallets see a coin of 6 decimals with its name, in a mint that cannot be closed', async () => {
  const { data, programAddress } = sol.account(sol.who.mint)!
  expect(programAddress).toBe(address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'))
  expect([data[44], decimals]).toEqual([6, 6])
  const text = Buffer.from(data).toString('latin1')
  for (const words of Object.values(metadata)) expect(text).toContain(words)
  const mintCloseAuthority = 3
  expect(extensions(data)).toEqual([12, 26, 6, 18, 19])
  expect(extensions(data)).not.toContain(mintCloseAuthority)
})

/** Types of the extensions of a mint, in order. */
function extensions(data: Readonly<Uint8Array> | ArrayLike<number>): number[] {
  const bytes = Buffer.from(Array.from(data))
  const found = []
  for (let at = 166; at + 4 <= bytes.length && bytes.readUInt16LE(at) > 0; at += 4 + bytes.readUInt16LE(at + 2)) {
    found.push(bytes.readUInt16LE(at))
  }
  return found
}
