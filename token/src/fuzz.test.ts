import fc from 'fast-check'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { type Chain, type Coin, deploy, type Name, signers, startChain, who } from '../test/evm.ts'
import { coinAbi } from './abi.gen.ts'
import { calldata, receipt, transferAuthorization } from './evm.ts'
import type { Kind } from './request.ts'

// Any callers, any order: the coin does what a page of plain TypeScript says, and refuses the rest.

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})

const cast = ['minter', 'burner', 'pauser', 'freezer', 'seizer', 'ann', 'bob'] as const
type Row = { id: number; to: Name; amount: bigint }
type Action =
  | { do: 'mint'; by: Name; rows: Row[] }
  | { do: 'burn'; by: Name; id: number; from: Name; amount: bigint }
  | { do: 'seize'; by: Name; id: number; from: Name; to: Name; amount: bigint }
  | { do: 'transfer'; by: Name; to: Name; amount: bigint }
  | { do: 'transferFrom'; by: Name; from: Name; to: Name; amount: bigint }
  | { do: 'authorized'; by: Name; signer: Name; from: Name; to: Name; amount: bigint; id: number; when: When }
  | { do: 'approve'; by: Name; to: Name; amount: bigint }
  | { do: 'freeze' | 'unfreeze'; by: Name; account: Name }
  | { do: 'pause' | 'unpause'; by: Name }

/** An authorization's two times, relative to those of the chain. */
const times = { early: [2n ** 63n, 2n ** 64n], now: [0n, 2n ** 64n], late: [0n, 1n] } as const
type When = keyof typeof times

const requestOf = (id: number): Hex => toHex(id + 1, { size: 32 })
const cap = 400n
const limit = 500n

type Model = ReturnType<typeof model>
function model() {
  return {
    balances: new Map<Name, bigint>(),
    allowances: new Map<string, bigint>(),
    processed: new Map<number, { kind: Kind; account: string; amount: bigint }>(),
    authorized: new Set<string>(),
    frozen: new Set<Name>(),
    paused: false,
    minted: 0n,
  }
}

const held = (m: Model, of: Name) => m.balances.get(of) ?? 0n
const supply = (m: Model) => [...m.balances.values()].reduce((sum, one) => sum + one, 0n)
const add = (m: Model, to: Name, amount: bigint) => m.balances.set(to, held(m, to) + amount)
const allowed = (m: Model, from: Name, by: Name) => m.allowances.get(`${from}>${by}`) ?? 0n

/** Applies the action and returns true, or changes nothing and returns false. */
function apply(m: Model, a: Action): boolean {
  const free = (...names: Name[]) => !m.paused && names.every((name) => !m.frozen.has(name))
  const isNew = (id: number, amount: bigint) => amount > 0n && !m.processed.has(id)
  switch (a.do) {
    case 'mint':
      return mint(m, a, free)
    case 'burn': {
      const own = a.by === a.from
      if (a.by !== 'burner' || !free(a.from, a.by) || !isNew(a.id, a.amount)) return false
      if (held(m, a.from) < a.amount || (!own && allowed(m, a.from, a.by) < a.amount)) return false
      if (!own) m.allowances.set(`${a.from}>${a.by}`, allowed(m, a.from, a.by) - a.amount)
      add(m, a.from, -a.amount)
      m.processed.set(a.id, { kind: 'burn', account: who[a.from], amount: a.amount })
      return true
    }
    case 'seize':
      if (a.by !== 'seizer' || !free(a.to) || !m.frozen.has(a.from) || !isNew(a.id, a.amount)) return false
      if (held(m, a.from) < a.amount) return false
      add(m, a.from, -a.amount)
      add(m, a.to, a.amount)
      m.processed.set(a.id, { kind: 'seizure', account: who[a.from], amount: a.amount })
      return true
    case 'transfer':
      if (!free(a.by, a.to) || held(m, a.by) < a.amount) return false
      add(m, a.by, -a.amount)
      add(m, a.to, a.amount)
      return true
    case 'transferFrom':
      if (!free(a.by, a.from, a.to) || held(m, a.from) < a.amount || allowed(m, a.from, a.by) < a.amount) return false
      m.allowances.set(`${a.from}>${a.by}`, allowed(m, a.from, a.by) - a.amount)
      add(m, a.from, -a.amount)
      add(m, a.to, a.amount)
      return true
    case 'authorized':
      // The caller is irrelevant here.
      if (!free(a.from, a.to) || held(m, a.from) < a.amount || a.signer !== a.from || a.when !== 'now') return false
      if (m.authorized.has(`${a.from}:${a.id}`)) return false
      m.authorized.add(`${a.from}:${a.id}`)
      add(m, a.from, -a.amount)
      add(m, a.to, a.amount)
      return true
    case 'approve':
      m.allowances.set(`${a.by}>${a.to}`, a.amount)
      return true
    case 'freeze':
    case 'unfreeze':
      if (a.by !== 'freezer') return false
      if (a.do === 'freeze') m.frozen.add(a.account)
      else m.frozen.delete(a.account)
      return true
    case 'pause':
    case 'unpause':
      if (a.by !== 'pauser' || m.paused === (a.do === 'pause')) return false
      m.paused = a.do === 'pause'
      return true
  }
}

function mint(m: Model, { by, rows }: Action & { do: 'mint' }, free: (...names: Name[]) => boolean): boolean {
  const total = rows.reduce((sum, row) => sum + row.amount, 0n)
  const fresh = new Set(rows.map((row) => row.id)).size === rows.length && rows.every((row) => !m.processed.has(row.id))
  if (by !== 'minter' || !fresh || rows.some((row) => row.amount === 0n || !free(row.to))) return false
  if (m.minted + total > limit || supply(m) + total > cap) return false
  for (const row of rows) {
    add(m, row.to, row.amount)
    m.processed.set(row.id, { kind: 'mint', account: who[row.to], amount: row.amount })
  }
  m.minted += total
  return true
}

async function data({ domain }: Coin, a: Action): Promise<Hex> {
  switch (a.do) {
    case 'mint': {
      const batch = a.rows.map(({ id, to, amount }) => ({ requestId: requestOf(id), to: who[to], amount }))
      return batch.length === 1 ? calldata.mint(batch[0]!) : calldata.mintBatch(batch)
    }
    case 'burn':
      return calldata.burn({ requestId: requestOf(a.id), from: who[a.from], amount: a.amount })
    case 'seize':
      return calldata.seize({ requestId: requestOf(a.id), from: who[a.from], to: who[a.to], amount: a.amount })
    case 'transfer':
    case 'approve':
      return calldata[a.do](who[a.to], a.amount)
    case 'transferFrom':
      return encodeFunctionData({ abi: coinAbi, functionName: a.do, args: [who[a.from], who[a.to], a.amount] })
    case 'authorized': {
      const [validAfter, validBefore] = times[a.when]
      const nonce = requestOf(a.id)
      const move = { from: who[a.from], to: who[a.to], amount: a.amount, validAfter, validBefore, nonce }
      const signature = await signers[a.signer].signTypedData(transferAuthorization({ ...move, domain }))
      return calldata.transferWithAuthorization({ ...move, signature })
    }
    case 'freeze':
    case 'unfreeze':
      return calldata[a.do](who[a.account])
    case 'pause':
    case 'unpause':
      return calldata[a.do]()
  }
}

const name = fc.constantFrom<Name>(...cast)
/** Mostly the right key: a run of refusals only would show little. */
const by = (holder: Name) => fc.oneof({ weight: 4, arbitrary: fc.constant(holder) }, { weight: 1, arbitrary: name })
const id = fc.nat({ max: 11 })
const amount = fc.bigInt({ min: 0n, max: 90n })
const row = fc.record({ id, to: name, amount })
const is = <T extends string>(what: T) => fc.constant(what)
const authorized = name.chain((from) =>
  fc.record({
    do: is('authorized'),
    by: name,
    signer: by(from),
    from: is(from),
    to: name,
    amount,
    id,
    when: fc.constantFrom<When>('now', 'now', 'now', 'early', 'late'),
  }),
)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: is('mint'), by: by('minter'), rows: fc.array(row, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: is('burn'), by: by('burner'), id, from: name, amount }) },
  { weight: 2, arbitrary: fc.record({ do: is('seize'), by: by('seizer'), id, from: name, to: name, amount }) },
  { weight: 4, arbitrary: fc.record({ do: is('transfer'), by: name, to: name, amount }) },
  { weight: 2, arbitrary: fc.record({ do: is('transferFrom'), by: name, from: name, to: name, amount }) },
  { weight: 4, arbitrary: authorized },
  { weight: 3, arbitrary: fc.record({ do: is('approve'), by: name, to: fc.oneof(is('burner'), name), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('freeze', 'unfreeze'), by: by('freezer'), account: name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause', 'unpause', 'unpause'), by: by('pauser') }) },
)

async function agree(coin: Coin, m: Model) {
  for (const one of cast) expect(await coin.balance(who[one]), one).toBe(held(m, one))
  expect(await coin.supply()).toBe(supply(m))
  expect(await coin.mintable(who.minter)).toBe(limit - m.minted)
  for (let i = 0; i < 12; i++) {
    expect(receipt(await coin.processed(requestOf(i)))).toEqual(m.processed.get(i) ?? null)
    for (const one of cast) expect(await coin.isUsed(who[one], requestOf(i))).toBe(m.authorized.has(`${one}:${i}`))
  }
}

test('any sequence by any callers: coin and model agree on results, refusals and final balances', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60 }), async (actions) => {
      // A period so long that the allowance does not grow back during the test.
      const coin = await deploy(chain, { supplyCap: cap, mintLimit: limit, mintPeriod: 2 ** 47 })
      const m = model()
      for (const one of actions) {
        const done = await coin.as(one.by, await data(coin, one)).then(
          () => true,
          () => false,
        )
        expect([one, done]).toEqual([one, apply(m, one)])
      }
      await agree(coin, m)
    }),
    { numRuns: 60 },
  )
})
