import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Env } from '../../../base/env.ts'
import { badRequest, unavailable } from '../../../base/http/errors.ts'
import type { Chain } from '../../../base/ports/chain.ts'
import { Disagreement, TooFewNodes } from '../../../chains/adapters/agreement.ts'
import { verifyBitcoin } from './bitcoin.ts'
import { hexBytes } from './bytes.ts'
import { verifyEvm, verifyKey } from './evm.ts'
import { verifySolana } from './solana.ts'
import type { ProofMethod, Verdict } from './verdict.ts'

// Evidence that an institution controls a wallet. It is stored with the address and can be verified again by itself.

export type Wallet = { readonly blockchain: ChainCode; readonly address: string }

export type Evidence = {
  /** `sandbox`: no signature; only in UAT. */
  readonly method: ProofMethod | 'sandbox'
  readonly text: string
  readonly signature: string
  /** For an EVM account: the block at which it had no code, or at which its contract accepted the signature. */
  readonly chain_id?: number
  readonly height?: string
  readonly block?: string
}

/** Verifies the signature of this text by this wallet; throws its problem. */
export async function evidenceOf(env: Env, wallet: Wallet, text: string, given: string): Promise<Evidence> {
  const signature = given.trim()
  const verdict = await verdictOn(env, wallet, text, signature)
  if ('rule' in verdict) throw badRequest(verdict.rule, verdict.message, 'signature')
  const { method, checkedAt } = verdict
  const asked = checkedAt && {
    chain_id: checkedAt.chainId,
    height: String(checkedAt.height),
    block: checkedAt.block,
  }
  return { method, text, signature, ...asked }
}

/**
 * Whether stored evidence is still valid. A smart wallet is asked at the original block. Its keys may have changed
 * since.
 */
export async function isEvidenceValid(env: Env, wallet: Wallet, evidence: Evidence): Promise<boolean> {
  const { method, text, signature } = evidence
  if (method === 'sandbox') return env.config.environment === 'uat'
  const isSame = (verdict: Verdict) => 'method' in verdict && verdict.method === method
  if (method === 'eip191') return isSame(verifyKey(wallet.address, text, hexBytes(signature) ?? new Uint8Array()))
  return isSame(await verdictOn(env, wallet, text, signature, evidence.height))
}

async function verdictOn(
  env: Env,
  { blockchain, address }: Wallet,
  text: string,
  signature: string,
  height?: string,
): Promise<Verdict> {
  switch (chains[blockchain].family) {
    case 'bitcoin':
      return verifyBitcoin(address, env.config.environment, text, signature)
    case 'solana':
      return verifySolana(address, text, signature)
    case 'evm': {
      const chain = env.chains.get(blockchain)
      if (!chain?.askWallet)
        throw unavailable(`${blockchain} is offline, so the wallet cannot be asked. Try again later.`)
      return asked(verifyEvm(chain, address, text, signature, height === undefined ? undefined : BigInt(height)), chain)
    }
  }
}

/** A chain whose nodes are silent or disagree gives no verdict on the signature. */
async function asked(verdict: Promise<Verdict>, { code }: Chain): Promise<Verdict> {
  try {
    return await verdict
  } catch (error) {
    if (!(error instanceof TooFewNodes) && !(error instanceof Disagreement)) throw error
    throw unavailable(`The nodes of ${code} could not verify the signature of this wallet. Try again later.`)
  }
}
