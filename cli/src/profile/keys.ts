import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { keyFromFile } from '@specie/sdk/node.ts'
import { CommandError } from '../errors.ts'
import type { Env } from '../env.ts'
import { accountOf } from './account.ts'

/** A new key pair: PKCS #8 in PEM, and its public half as SPKI in base64. */
export function newKey(): { pem: string; publickey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publickey: spkiOf(publicKey) }
}

export const spkiOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64')

export const publicKeyOf = (env: Env, profile: string | undefined): string =>
  spkiOf(createPublicKey(pemOf(accountOf(env, { profile }).keyFile)))

export function pemOf(file: string): string {
  try {
    return keyFromFile(file)
  } catch (error) {
    throw new CommandError(`The key cannot be used: ${(error as Error).message}.`)
  }
}
