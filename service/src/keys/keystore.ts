import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HDKey } from '@scure/bip32'
import { z } from 'zod'
import type { Curve, KeyName, RawSigner } from '../base/ports/chain.ts'
import { assertKnown, depositIndex, evmOnly, ownKeys, slotName } from './names.ts'
import { type Cost, KeystoreError, seal, unseal, defaultCost } from './sealed.ts'
import { compressedPoint, ed25519Key, ed25519Point, signDigest, signMessage } from './sign.ts'
import { ed25519Child } from './slip10.ts'

// Our keys in one encrypted file: a random secret for each key with a power, and one seed from which every deposit key is
// derived. So a backup of this file also covers deposit addresses that do not exist yet.

const secret = z.string().regex(/^[0-9a-f]{64}$/)
const contents = z.strictObject({ deposits: secret, keys: z.record(z.string(), secret) })

/** Writes a new keystore. Never replaces an existing file. It may be the only copy. */
export async function createKeystore(file: string, passphrase: string, cost: Cost = defaultCost): Promise<void> {
  const fresh = () => randomBytes(32).toString('hex')
  const keys = Object.fromEntries(ownKeys.map(({ key, curve }) => [slotName(key, curve), fresh()]))
  const plain = Buffer.from(JSON.stringify({ deposits: fresh(), keys } satisfies z.infer<typeof contents>))
  const text = await seal(plain, passphrase, cost)
  plain.fill(0)
  await writeOnce(file, text)
}

/** Writes the whole file or nothing, and flushes it to disk. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
    await handle.close()
    // A link, because a rename would silently replace a keystore that was written at the same time.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new KeystoreError(
      `${file} exists and is not replaced. It may be the only copy of your keys. Name another file in KEYSTORE, or move this one away.`,
      { cause: error },
    )
  } finally {
    await handle.close()
    await unlink(draft)
  }
  const folder = await open(dirname(file), 'r')
  await folder.sync()
  await folder.close()
}

export async function openKeystore(file: string, passphrase: string): Promise<RawSigner> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new KeystoreError(`The keystore ${file} cannot be read. Check that it exists and belongs to this user.`, {
      cause,
    })
  })
  const plain = await unseal(text, passphrase)
  const { deposits, keys } = contents.parse(JSON.parse(plain.toString('utf8')))
  plain.fill(0)
  return keystoreSigner(Buffer.from(deposits, 'hex'), new Map(Object.entries(keys)))
}

const changeChain = "m/44'/60'/0'/0"

/** Secrets exist only in these closures: printing or serialising the signer shows two functions. */
function keystoreSigner(seed: Buffer, keys: ReadonlyMap<string, string>): RawSigner {
  // Created with the first deposit key. The JavaScript curve library takes a quarter of a second to initialise.
  let parent: HDKey | null = null
  const deposit = (index: number): HDKey =>
    (parent ??= HDKey.fromMasterSeed(seed).derive(changeChain)).deriveChild(index)
  const edKeys = new Map<string, KeyObject>()
  const points = new Map<string, Uint8Array>()

  function secretOf(key: KeyName, curve: Curve): Uint8Array {
    assertKnown(key, curve)
    const index = depositIndex(key)
    if (index !== null)
      return curve === 'secp256k1' ? deposit(index).privateKey! : ed25519Child(seed, [44, 501, index, 0])
    const own = keys.get(slotName(key, curve))
    // An older keystore is not rewritten: it may be the only copy, and has backups.
    if (own === undefined && evmOnly.has(key))
      return Buffer.from(hkdfSync('sha256', seed, '', slotName(key, curve), 32))
    if (own === undefined)
      throw new KeystoreError(`This keystore has no ${curve} key "${key}": it is older than that key.`)
    return Buffer.from(own, 'hex')
  }

  /** A derived child includes its point; computing it again takes as long as the derivation. Own keys are cached. */
  function pointOf(key: KeyName): Uint8Array {
    assertKnown(key, 'secp256k1')
    const index = depositIndex(key)
    if (index !== null) return deposit(index).publicKey!
    const point = points.get(key) ?? compressedPoint(secretOf(key, 'secp256k1'))
    points.set(key, point)
    return point
  }

  /** Parsing a key takes longer than signing with it (7,100/s to 12,400/s). Deposit keys are many and rarely used. */
  function edKeyOf(key: KeyName): KeyObject {
    const parsed = edKeys.get(key) ?? ed25519Key(secretOf(key, 'ed25519'))
    if (depositIndex(key) === null) edKeys.set(key, parsed)
    return parsed
  }

  return {
    publicKey: async (key, curve) => (curve === 'secp256k1' ? pointOf(key) : ed25519Point(edKeyOf(key))),
    sign: async (key, curve, payload) =>
      curve === 'secp256k1' ? signDigest(secretOf(key, curve), payload) : signMessage(edKeyOf(key), payload),
  }
}
