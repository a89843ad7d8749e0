import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  compileTransactionMessage,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type Address,
  type Base64EncodedWireTransaction,
  type Commitment,
  type Instruction,
  type KeyPairSigner,
  type Signature,
  type TransactionMessageBytesBase64,
} from '@solana/kit'
import { startProgram } from '@specie/test/programs/process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { control } from '@specie/test/devnet-client.ts'

const system = address('11111111111111111111111111111111')
const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const sol = 10n ** 9n

let folder: string
let devnet: Awaited<ReturnType<typeof startProgram>>
const start = async () => {
  devnet = await startProgram('devnet', { DEVNET_DATA: folder, DEVNET_BLOCK_MS: '100', DEVNET_CHAINS: 'SOL' })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-devnet-'))
  await start()
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true, force: true })
})

const rpc = () => createSolanaRpc(`${devnet.origin}/SOL`)
const order = (what: string, body?: object) => control(devnet.origin, 'SOL', what, body)

const status = async (signature: Signature) => (await rpc().getSignatureStatuses([signature]).send()).value[0] ?? null
const landed = (signature: Signature) => expect.poll(async () => status(signature), { interval: 10 }).not.toBeNull()

async function rich(): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner()
  await landed(
    await rpc()
      .requestAirdrop(signer.address, lamports(100n * sol))
      .send(),
  )
  return signer
}

function transferTo(from: Address, to: Address, amount: bigint): Instruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(amount, 4)
  const accounts = [
    { address: from, role: AccountRole.WRITABLE_SIGNER },
    { address: to, role: AccountRole.WRITABLE },
  ]
  return { programAddress: system, accounts, data }
}

async function signed(payer: KeyPairSigner, instructions: Instruction[], commitment: Commitment = 'confirmed') {
  const { value: lifetime } = await rpc().getLatestBlockhash({ commitment }).send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const wire = getBase64EncodedWireTransaction(transaction)
  return { wire, signature: getSignatureFromTransaction(transaction), lifetime, message }
}

const send = (wire: Base64EncodedWireTransaction, skipPreflight = false) =>
  rpc().sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'processed', skipPreflight }).send()

const balance = async (of: Address, commitment: Commitment = 'processed') =>
  (await rpc().getBalance(of, { commitment }).send()).value

test('a transfer is processed, confirmed, then final, and each commitment sees its own state', async () => {
  const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
  const { wire, signature, message } = await signed(payer, [transferTo(payer.address, payee, sol)])
  const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message))
  const asText = Buffer.from(bytes).toString('base64') as TransactionMessageBytesBase64
  expect((await rpc().getFeeForMessage(asText).send()).value).toBe(5_000n)
  await order('stall')
  expect(await send(wire)).toBe(signature)
  expect(await status(signature)).toBeNull()
  const confirmed = async (blocks: number) => {
    await order('mine', { blocks })
    return (await status(signature))!.confirmationStatus
  }
  expect([await confirmed(1), await confirmed(1)]).toEqual(['processed', 'confirmed'])
  expect(await balance(payee)).toBe(sol)
  expect(await balance(payee, 'finalized')).toBe(0n)
  // Kit reads with commitment `confirmed` by default.
  const details = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 } as const
  expect(await rpc().getTransaction(signature, details).send()).toBeNull()
  expect(await confirmed(31)).toBe('finalized')
  await order('resume')
  expect(await balance(payee, 'finalized')).toBe(sol)
  const found = await rpc().getTransaction(signature, details).send()
  expect(found).toMatchObject({
    slot: (await status(signature))!.slot,
    meta: { err: null, fee: 5_000n, postBalances: [99n * sol - 5_000n, sol, 1n] },
    transaction: { signatures: [signature] },
  })
  expect(await rpc().getSignaturesForAddress(payee, { commitment: 'finalized' }).send()).toMatchObject([
    { signature, err: null, confirmationStatus: 'finalized' },
  ])
})

test('a transaction that fails in simulation is refused with its reason; without simulation it lands as failed and costs its fee', async () => {
  const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
  const { wire, signature } = await signed(payer, [transferTo(payer.address, payee, 1_000n * sol)])
  const simulated = await rpc().simulateTransaction(wire, { encoding: 'base64' }).send()
  expect(simulated.value.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
  const refusal: unknown = await send(wire).catch((error: unknown) => error)
  expect(isSolanaError(refusal, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(true)
  expect(await status(signature)).toBeNull()
  expect(await send(wire, true)).toBe(signature)
  await landed(signature)
  expect(await status(signature)).toMatchObject({ err: { InstructionError: [0n, { Custom: 1n }] } })
  expect(await balance(payer.address)).toBe(100n * sol - 5_000n)
})

test('the same transaction lands once; a forged one never', async () => {
  const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
  const { wire, signature } = await signed(payer, [transferTo(payer.address, payee, sol)])
  // A slot between the two would have processed the first.
  await order('stall')
  expect([await send(wire), await send(wire)]).toEqual([signature, signature])
  await order('resume')
  await landed(signature)
  await expect(send(wire)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('already been processed') },
  })
  expect(await send(wire, true)).toBe(signature)
  await order('mine', { blocks: 2 })
  expect(await balance(payee)).toBe(sol)
  const forged = Buffer.from(wire, 'base64')
  forged[10]! ^= 1
  await expect(send(forged.toString('base64') as Base64EncodedWireTransaction)).rejects.toThrow(
    'signature verification',
  )
})

test('a blockhash lives for 150 slots', async () => {
  const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
  const { wire, signature, lifetime } = await signed(payer, [transferTo(payer.address, payee, sol)], 'finalized')
  const isValid = async () =>
    (await rpc().isBlockhashValid(lifetime.blockhash, { commitment: 'processed' }).send()).value
  expect(await isValid()).toBe(true)
  const height = await rpc().getBlockHeight({ commitment: 'processed' }).send()
  await order('mine', { blocks: Number(lifetime.lastValidBlockHeight - height) + 1 })
  expect(await rpc().getBlockHeight({ commitment: 'processed' }).send()).toBeGreaterThan(lifetime.lastValidBlockHeight)
  expect(await isValid()).toBe(false)
  await expect(send(wire)).rejects.toMatchObject({ cause: { message: expect.stringContaining('Blockhash not found') } })
  expect(await send(wire, true)).toBe(signature)
  await order('mine', { blocks: 2 })
  expect(await status(signature)).toBeNull()
})

const bytesOf = (of: Address) => Buffer.from(getAddressEncoder().encode(of))

function newAccount(payer: Address, of: KeyPairSigner, size: number, rent: bigint): Instruction {
  const data = Buffer.alloc(52)
  data.writeBigUInt64LE(rent, 4)
  data.writeBigUInt64LE(BigInt(size), 12)
  bytesOf(token2022).copy(data, 20)
  const made = { address: of.address, role: AccountRole.WRITABLE_SIGNER, signer: of }
  return { programAddress: system, accounts: [{ address: payer, role: AccountRole.WRITABLE_SIGNER }, made], data }
}

test('tokens: supply, balances and the changes of a transaction', async () => {
  const payer = await rich()
  const [mint, held] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
  const rent = async (size: bigint) => BigInt(await rpc().getMinimumBalanceForRentExemption(size).send())
  const writable = (of: Address) => ({ address: of, role: AccountRole.WRITABLE })
  const amount = Buffer.alloc(9, 7)
  amount.writeBigUInt64LE(1_500_000n, 1)
  const { wire, signature } = await signed(payer, [
    newAccount(payer.address, mint, 82, await rent(82n)),
    {
      programAddress: token2022,
      accounts: [writable(mint.address)],
      data: Buffer.concat([Buffer.from([20, 6]), bytesOf(payer.address), Buffer.from([0])]),
    },
    newAccount(payer.address, held, 165, await rent(165n)),
    {
      programAddress: token2022,
      accounts: [writable(held.address), { address: mint.address, role: AccountRole.READONLY }],
      data: Buffer.concat([Buffer.from([18]), bytesOf(payer.address)]),
    },
    {
      programAddress: token2022,
      accounts: [
        writable(mint.address),
        writable(held.address),
        { address: payer.address, role: AccountRole.READONLY_SIGNER },
      ],
      data: amount,
    },
  ])
  await send(wire)
  await landed(signature)
  const at = { commitment: 'processed' } as const
  const wanted = { amount: '1500000', decimals: 6, uiAmountString: '1.5' }
  expect((await rpc().getTokenAccountBalance(held.address, at).send()).value).toMatchObject(wanted)
  expect((await rpc().getTokenSupply(mint.address, at).send()).value).toMatchObject(wanted)
  await order('mine', { blocks: 2 })
  const found = await rpc()
    .getTransaction(signature, { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
    .send()
  expect(found!.meta).toMatchObject({
    preTokenBalances: [],
    postTokenBalances: [{ mint: mint.address, owner: payer.address, uiTokenAmount: wanted }],
  })
  const [info, many] = [
    await rpc()
      .getAccountInfo(held.address, { ...at, encoding: 'base64' })
      .send(),
    await rpc()
      .getMultipleAccounts([held.address, (await generateKeyPairSigner()).address], at)
      .send(),
  ]
  expect(info.value).toMatchObject({ owner: token2022, space: 165n })
  expect(many.value).toMatchObject([{ owner: token2022 }, null])
  const filters = [{ memcmp: { offset: 0n, bytes: mint.address as never, encoding: 'base58' as const } }]
  const owned = await rpc()
    .getProgramAccounts(token2022, { ...at, encoding: 'base64', filters })
    .send()
  expect(owned.map(({ pubkey }) => pubkey)).toEqual([held.address])
})

test('faults: stalled slots, a dropped, a failed, and an accepted transaction whose sender gets an error', async () => {
  const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
  let paid = 0n
  const pay = () => signed(payer, [transferTo(payer.address, payee, sol + (paid += 1n))])

  await order('stall')
  const height = await rpc().getSlot({ commitment: 'processed' }).send()
  const waiting = await pay()
  await send(waiting.wire)
  expect([await rpc().getSlot({ commitment: 'processed' }).send(), await status(waiting.signature)]).toEqual([
    height,
    null,
  ])
  await order('resume')
  await landed(waiting.signature)

  await order('drop-next')
  const dropped = await pay()
  expect(await send(dropped.wire)).toBe(dropped.signature)
  await order('mine', { blocks: 3 })
  expect(await status(dropped.signature)).toBeNull()

  await order('revert-next')
  const failed = await pay()
  await send(failed.wire)
  await landed(failed.signature)
  expect(await status(failed.signature)).toMatchObject({
    err: { InstructionError: [0n, 'ComputationalBudgetExceeded'] },
  })

  for (const fault of ['accept-then-error', 'timeout-next']) {
    await order(fault)
    const doubtful = await pay()
    await expect(send(doubtful.wire)).rejects.toThrow()
    await landed(doubtful.signature)
    expect(await status(doubtful.signature)).toMatchObject({ err: null })
  }
  expect(await balance(payee)).toBe(3n * sol + 1n + 4n + 5n)
})

test('a fork drops confirmed transactions that are not final; they return unless they must be forgotten', async () => {
  const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
  await order('mine', { blocks: 40 })
  const depthOf = async (signature: Signature) =>
    Number((await rpc().getSlot({ commitment: 'processed' }).send()) - (await status(signature))!.slot) + 1
  // On a blockhash that the fork does not void.
  const { wire, signature } = await signed(payer, [transferTo(payer.address, payee, sol)], 'finalized')
  await order('stall')
  await send(wire)
  await order('mine', { blocks: 2 })
  expect(await status(signature)).toMatchObject({ confirmationStatus: 'confirmed' })
  await order('reorg', { depth: await depthOf(signature) })
  expect([await status(signature), await balance(payee), await balance(payer.address)]).toEqual([null, 0n, 100n * sol])
  await order('resume')
  await landed(signature)
  expect(await balance(payee)).toBe(sol)
  await order('stall')
  await order('reorg', { depth: await depthOf(signature), transactions: 'forget' })
  await order('resume')
  await order('mine', { blocks: 3 })
  expect([await status(signature), await balance(payee)]).toEqual([null, 0n])
  expect(await order('reorg', { depth: 32 })).toMatchObject({ status: 400 })
})

test.each(['stop', 'kill'] as const)(
  'after %s: the same signatures in the same slots, and the queue runs',
  async (end) => {
    const [payer, payee] = [await rich(), (await generateKeyPairSigner()).address]
    await order('revert-next')
    const failed = await signed(payer, [transferTo(payer.address, payee, 2n * sol)])
    await send(failed.wire)
    await landed(failed.signature)
    const done = await signed(payer, [transferTo(payer.address, payee, sol)])
    await send(done.wire)
    await landed(done.signature)
    await order('stall')
    await order('reorg', { depth: 1 })
    const history = async () => rpc().getSignaturesForAddress(payer.address, { commitment: 'confirmed' }).send()
    const queued = await signed(payer, [transferTo(payer.address, payee, 5n * sol)])
    await send(queued.wire)
    const before = (await history()).map(({ signature, slot, err, blockTime }) => ({ signature, slot, err, blockTime }))
    expect(before.length).toBeGreaterThan(0)
    const slot = await rpc().getSlot({ commitment: 'processed' }).send()
    await devnet[end]()
    await start()
    expect(await rpc().getSlot({ commitment: 'processed' }).send()).toBeGreaterThanOrEqual(slot)
    await landed(queued.signature)
    const after = await history()
    expect(after).toEqual(expect.arrayContaining(before.map((entry) => expect.objectContaining(entry))))
    expect(await balance(payee)).toBeGreaterThanOrEqual(5n * sol)
  },
)

test('it names itself', async () => {
  expect(await rpc().getHealth().send()).toBe('ok')
  expect(await rpc().getVersion().send()).toHaveProperty('solana-core')
  expect(await rpc().getGenesisHash().send()).toBe('E6Fh3Kf8rKmqA6xvDU55CLvfhSmbcE97Gdgdip29bq2V')
})
