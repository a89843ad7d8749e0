import { createHmac } from 'node:crypto'
import type { Env } from '../../base/env.ts'
import { masterKey } from '../../base/personal-data.ts'

/**
 * The secret in the addresses that a counterparty calls about this exchange. It follows from PERSONAL_DATA_KEY and is not
 * stored: who reads the database cannot approve a transfer in the name of its provider.
 */
export const tokenOf = (env: Env, exchange: string): string =>
  createHmac('sha256', masterKey(env)).update(`token of exchange ${exchange}`).digest('base64url')
