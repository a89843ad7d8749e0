import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeyName, powers } from '../base/ports/chain.ts'
import { createKeystore, openKeystore } from './keystore.ts'
import { evmOnly } from './names.ts'
import { KeystoreError, seal, unseal } from './sealed.ts'
import { ed25519Child } from './slip10.ts'

const passphrase = 'a passphrase for tests only'
/** Cheap to open: these keys protect nothing. */
const cheap = { N: 2 ** 4, r: 8, p: 1 }
const purpose = { requestId: '0x01', chain: 'ETH', intent: 'a test' } as const

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'keystore-'))))
afterAll(() => rm(folder, { recursive: true }))

async function fresh(name: string): Promise<string> {
  const file = join(folder, name)
  await createKeystore(file, passphrase, cheap)
  return file
}

function edVerify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}

describe('a keystore', () => {
  test('signs with every key, and each is different', async () => {
    const signer = await openKeystore(await fresh('whole'), passphrase)
    const digest = new Uint8Array(32).fill(7)
    const message = Buffer.from('a message of any length')
    const seen = new Set<string>()
    const names: KeyName[] = [...powers, 'deposit:0', 'deposit:1', 'deposit:2147483647']
    for (const key of names) {
      const point = await signer.publicKey(key, 'secp256k1')
      const signature = await signer.sign(key, 'secp256k1', digest, purpose)
      expect([point.length, signature.length]).toEqual([33, 65])
      expect(secp256k1.verify(signature.subarray(0, 64), digest, point, { prehash: false, lowS: true })).toBe(true)
      const recovered = secp256k1.recoverPublicKey(
        Uint8Array.of(signature[64]!, ...signature.subarray(0, 64)),
        digest,
        {
          prehash: false,
        },
      )
      expect(recovered).toEqual(point)
      seen.add(toHex(point))
    }
    const onSolana: KeyName[] = [...names.filter((key) => !evmOnly.has(key)), 'coin:VCHF', 'coin:VGBP']
    for (const key of onSolana) {
      const point = await signer.publicKey(key, 'ed25519')
      const signature = await signer.sign(key, 'ed25519', message, purpose)
      expect([point.length, signature.length]).toEqual([32, 64])
      expect(edVerify(point, message, signature)).toBe(true)
      seen.add(toHex(point))
    }
    expect(seen.size).toBe(names.length + onSolana.length)
  })

  test('opened again has the same keys', async () => {
    const file = await fresh('again')
    const [one, two] = [await openKeystore(file, passphrase), await openKeystore(file, passphrase)]
    for (const key of ['minter', 'deposit:7'] as const)
      for (const curve of ['secp256k1', 'ed25519'] as const)
        expect(await one.publicKey(key, curve)).toEqual(await two.publicKey(key, curve))
  })

  test('of an earlier version derives the keys that it lacks, each its own', async () => {
    const contents = JSON.parse(
      (await unseal(await readFile(await fresh('newer'), 'utf8'), passphrase)).toString('utf8'),
    )
    for (const key of evmOnly) delete contents.keys[`${key}/secp256k1`]
    const file = join(folder, 'older')
    await writeFile(file, await seal(Buffer.from(JSON.stringify(contents)), passphrase, cheap))
    const pointsOf = async (opened: string) => {
      const signer = await openKeystore(opened, passphrase)
      return Promise.all([...evmOnly].map(async (key) => toHex(await signer.publicKey(key, 'secp256k1'))))
    }
    const points = await pointsOf(file)
    expect(new Set(points).size).toBe(evmOnly.size)
    expect(await pointsOf(file)).toEqual(points)
  })

  test('refuses unknown keys, and input that is not a digest', async () => {
    const signer = await openKeystore(await fresh('names'), passphrase)
    const strangers = [
      'owner',
      '',
      'deposit:-1',
      'deposit:01',
      'deposit:1.5',
      'deposit:2147483648',
      'coin:USDC',
      '__proto__',
    ]
    for (const stranger of strangers)
      await expect(signer.publicKey(stranger as KeyName, 'ed25519')).rejects.toThrow('docs/keys.md')
    await expect(signer.publicKey('coin:VCHF', 'secp256k1')).rejects.toThrow('docs/keys.md')
    await expect(signer.sign('minter', 'secp256k1', new Uint8Array(31), purpose)).rejects.toThrow('32 bytes')
  })

  test('shows no secret when printed', async () => {
    const file = await fresh('printed')
    const { keys, deposits } = JSON.parse((await unseal(await readFile(file, 'utf8'), passphrase)).toString('utf8'))
    const secrets: string[] = [deposits, ...Object.values<string>(keys)]
    const signer = await openKeystore(file, passphrase)
    await signer.sign('minter', 'ed25519', new Uint8Array(3), purpose)
    const printed =
      JSON.stringify(signer) + inspect(signer, { depth: 10, showHidden: true }) + (await readFile(file, 'utf8'))
    for (const secret of secrets) expect(printed).not.toContain(secret)
    expect(Object.keys(signer).toSorted()).toEqual(['publicKey', 'sign'])
  })

  test('has private permissions, and is never overwritten', async () => {
    const file = await fresh('once')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const before = await readFile(file, 'utf8')
    await expect(createKeystore(file, passphrase, cheap)).rejects.toThrow(KeystoreError)
    expect(await readFile(file, 'utf8')).toBe(before)
    expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  test('gives the same error for a wrong passphrase and a changed file', async () => {
    const file = await fresh('changed')
    const problem = async (passphrase: string) =>
      openKeystore(file, passphrase).then(
        () => null,
        (error: unknown) => (error instanceof KeystoreError ? error.message : String(error)),
      )
    const wrong = await problem('another passphrase')
    expect(wrong).toContain('Its passphrase is wrong, or the file was changed')
    const text = await readFile(file, 'utf8')
    const whole = JSON.parse(text)
    const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
    const changed = [
      { ...whole, sealed: flip(whole.sealed) },
      { ...whole, sealed: whole.sealed.slice(0, -2) },
      { ...whole, sealed: whole.sealed.slice(0, -1) + (whole.sealed.endsWith('0') ? '1' : '0') },
      { ...whole, kdf: { ...whole.kdf, salt: flip(whole.kdf.salt) } },
      { ...whole, kdf: { ...whole.kdf, N: 8 } },
      { ...whole, cipher: { ...whole.cipher, nonce: flip(whole.cipher.nonce) } },
    ]
    for (const one of changed) {
      await writeFile(file, JSON.stringify(one))
      expect(await problem(passphrase)).toBe(wrong)
    }
    for (const none of [
      '',
      '{}',
      '[]',
      text.slice(0, -9),
      JSON.stringify({ ...whole, version: 2 }),
      JSON.stringify({ ...whole, more: 1 }),
    ]) {
      await writeFile(file, none)
      expect(await problem(passphrase)).toContain('not a keystore of version 1')
    }
    await writeFile(file, JSON.stringify(whole))
    expect(await problem(passphrase)).toBe(null)
  })

  test('a missing file is reported', async () => {
    await expect(openKeystore(join(folder, 'nowhere'), passphrase)).rejects.toThrow(KeystoreError)
  })

  test('a keystore may be reformatted, and never has the same bytes twice', async () => {
    const text = await seal(Buffer.from('secret'), passphrase, cheap)
    expect((await unseal(JSON.stringify(JSON.parse(text)), passphrase)).toString()).toBe('secret')
    expect(await seal(Buffer.from('secret'), passphrase, cheap)).not.toBe(text)
  })
})

describe('deposit keys', () => {
  const payload = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

  test('are derived from the seed by BIP-44 and SLIP-10', async () => {
    const file = join(folder, 'derived')
    const keys = {}
    const deposits = '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' // a seed for tests
    await writeFile(file, await seal(Buffer.from(JSON.stringify({ deposits, keys })), passphrase, cheap))
    const signer = await openKeystore(file, passphrase)
    const seed = Buffer.from(deposits, 'hex')
    const child = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/7")
    expect(await signer.publicKey('deposit:7', 'secp256k1')).toEqual(child.publicKey)
    const signature = await signer.sign('deposit:7', 'ed25519', payload, purpose)
    expect(edVerify(await signer.publicKey('deposit:7', 'ed25519'), payload, signature)).toBe(true)
    await expect(signer.publicKey('minter', 'secp256k1')).rejects.toThrow(KeystoreError)
  })

  // SLIP-0010, test vectors 1 and 2 for ed25519.
  const second =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
  test.each([
    [payload.toString('hex'), [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [payload.toString('hex'), [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [payload.toString('hex'), [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [payload.toString('hex'), [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [payload.toString('hex'), [0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [
      payload.toString('hex'),
      [0, 1, 2, 2, 1000000000],
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ],
    [second, [], '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [second, [0], '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
    [second, [0, 2147483647], 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
  ])('SLIP-10: seed %s, path %j', (seed, path, secret) => {
    expect(Buffer.from(ed25519Child(Buffer.from(seed, 'hex'), path)).toString('hex')).toBe(secret)
  })
})
