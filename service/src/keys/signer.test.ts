import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyName } from '../base/ports/chain.ts'
import { createKeystore } from './keystore.ts'
import { openSigner, type SigningLine } from './signer.ts'

const passphrase = 'a passphrase for tests only'
const none = { keystore: null, keystorePassphrase: null, kms: null }
const now = () => new Date(0)

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-'))
  file = join(folder, 'keys.json')
  await createKeystore(file, passphrase, { N: 2 ** 4, r: 8, p: 1 })
})
afterAll(() => rm(folder, { recursive: true }))

async function open() {
  const lines: SigningLine[] = []
  const log = (line: SigningLine) => void lines.push(line)
  const signer = await openSigner({ ...none, keystore: file, keystorePassphrase: passphrase }, { now, log })
  return { signer: signer!, lines }
}

const purpose = { requestId: '0xabc', chain: 'ETH', intent: 'mint 5 VCHF' } as const

test('without settings there is no signer', async () => {
  expect(await openSigner(none, { now, log: () => {} })).toBe(null)
})

test('a file without its passphrase is a bad setting', async () => {
  await expect(openSigner({ ...none, keystore: file }, { now, log: () => {} })).rejects.toThrow('KEYSTORE_PASSPHRASE')
})

test('each signature is logged with its purpose, and without its payload', async () => {
  const { signer, lines } = await open()
  const digest = new Uint8Array(32).fill(9)
  expect(
    await signer.sign('minter', 'secp256k1', digest, { ...purpose, payload: digest } as typeof purpose),
  ).toHaveLength(65)
  expect(lines).toEqual([{ key: 'minter', curve: 'secp256k1', ...purpose, refused: null }])
})

test('an unknown key signs nothing, and the refusal is logged', async () => {
  const { signer, lines } = await open()
  await expect(signer.sign('root' as KeyName, 'ed25519', new Uint8Array(1), purpose)).rejects.toThrow('"root"')
  await expect(signer.publicKey('coin:BTC', 'ed25519')).rejects.toThrow('"coin:BTC"')
  expect(lines).toEqual([expect.objectContaining({ key: 'root', refused: expect.stringContaining('"root"') })])
})

test('a signature that cannot be logged is not returned', async () => {
  const signer = await openSigner(
    { ...none, keystore: file, keystorePassphrase: passphrase },
    {
      now,
      log: () => {
        throw new Error('the disk is full')
      },
    },
  )
  await expect(signer!.sign('minter', 'ed25519', new Uint8Array(1), purpose)).rejects.toThrow('the disk is full')
})
