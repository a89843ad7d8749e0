import { z } from 'zod'
import { type AssetCode, assets } from './assets.ts'
import { isoTime } from './fields.ts'

// All errors of calls, one row each: HTTP answers, documentation and clients read this table. `message` says what is wrong,
// `cure` what to do next. Status 200 is an order reject: the call succeeded, and its `error` object has the code.
// `insufficient_balance` and `limit_exceeded` are both: HTTP errors everywhere but on an order.

type SandboxCall = `${'GET' | 'POST'} /sandbox/v1/${string}`

export type Cure = {
  readonly cure: string
  /** The sandbox call that helps a client in UAT. */
  readonly sandbox?: SandboxCall
}

type ErrorRow = Cure & { readonly status: number; readonly message: string }

export const errors = {
  bad_request: {
    status: 400,
    message: 'The request is incomplete or malformed.',
    cure: 'Correct the field in details.field; details.rule names the rule that it breaks.',
  },
  unknown_symbol: {
    status: 400,
    message: 'The symbol is not a tradable pair.',
    cure: 'Use a symbol from /client/tradingPairs, in the form BASE/QUOTE.',
  },
  invalid_order: {
    status: 400,
    message: 'The order is not valid for this pair.',
    cure: 'Send a Limit order with FOK, with orderqty and price within the bounds and decimals in /client/tradingPairs.',
  },
  unknown_asset: {
    status: 400,
    message: 'The asset is not supported for this call.',
    cure: 'Use a symbol from /client/assets.',
  },
  unknown_blockchain: {
    status: 400,
    message: 'The asset is not available on this blockchain.',
    cure: 'Use a code from the blockchains of the asset in /client/assets.',
  },
  invalid_address: {
    status: 400,
    message: 'The address is not valid on its blockchain. Its format or checksum is wrong.',
    cure: 'Copy the address from the wallet again.',
  },
  min_amount_below_threshold: {
    status: 400,
    message: 'The quantity is below the minimum for a mint.',
    cure: 'Request at least details.minimum.',
  },
  max_amount_exceeded: {
    status: 400,
    message: 'The quantity is above the maximum for one mint or redemption.',
    cure: 'Split the request, or ask support for a higher maximum.',
  },
  insufficient_balance: {
    status: 400,
    message: 'The available balance does not cover the amount and its fee.',
    cure: 'Check /private/accountBalance. Request less, or fund the balance by a wire, a mint or a deposit.',
  },
  duplicate_clordid: {
    status: 400,
    message: 'This clordid was already used for a different order.',
    cure: 'Use a new clordid. To repeat the earlier order, send it unchanged.',
  },
  duplicate_clreqid: {
    status: 400,
    message: 'This clreqid was already used for a different request.',
    cure: 'Use a new clreqid. To repeat the earlier request, send it unchanged.',
  },
  not_cancelable: {
    status: 400,
    message: 'This request can no longer be canceled.',
    cure: 'See its status in details.status, and follow it with queryWithdrawals or querySupplyChanges.',
  },
  quote_expired: {
    status: 400,
    message: 'The firm quote has expired.',
    cure: 'Request a new quote, and convert before its expires_at.',
  },
  quote_used: {
    status: 400,
    message: 'The firm quote was already used.',
    cure: 'Find its conversion with queryConversions, or request a new quote.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor does not belong to this call with these filters.',
    cure: 'Start again without a cursor.',
  },
  signature_failure: {
    status: 401,
    message: 'The request could not be authenticated.',
    cure: 'See details.reason; /docs/signing#refused explains each reason.',
  },
  invalid_nonce: {
    status: 401,
    message: 'The nonce is not higher than the previous one.',
    cure: 'Send a number higher than details.last_nonce, such as the UNIX time in milliseconds.',
  },
  kyb_required: {
    status: 403,
    message: 'The institution is not approved (KYB).',
    cure: 'Complete the KYB case in the portal.',
    sandbox: 'POST /sandbox/v1/institutions',
  },
  agreement_missing: {
    status: 403,
    message: 'The agreement for this product is not active.',
    cure: 'Sign it in the portal under Agreements.',
    sandbox: 'POST /sandbox/v1/institutions',
  },
  external_wallet_not_whitelisted: {
    status: 403,
    message: 'The destination is not a whitelisted address with its Travel Rule data.',
    cure: 'Whitelist the address in the portal, and wait until its status is Confirmed.',
    sandbox: 'POST /sandbox/v1/addresses',
  },
  bank_account_not_registered: {
    status: 403,
    message: 'The bank account is not registered for payouts.',
    cure: 'Use an active account from /private/bankAccounts, or register this one in the portal.',
    sandbox: 'POST /sandbox/v1/bankaccounts',
  },
  not_signed_in: {
    status: 401,
    message: 'You are not signed in, or your session has ended.',
    cure: 'Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    message: 'The sign-in failed.',
    cure: 'Check the name, the password and the code. After several failed attempts you must wait before the next one.',
  },
  fresh_factor_required: {
    status: 403,
    message: 'You must have confirmed your identity in the last five minutes.',
    cure: 'Confirm with your passkey or with your password and authentication code, then repeat the call.',
  },
  browser_required: {
    status: 403,
    message: 'A token cannot change sign-in methods, tokens, devices, keys, invitations or links.',
    cure: 'Sign in to the portal or the console in a browser, and do it there.',
  },
  role_missing: {
    status: 403,
    message: 'None of your roles can do this.',
    cure: 'Ask a person who has one of the roles in details.roles.',
  },
  foreign_origin: {
    status: 403,
    message: 'The call does not come from a page of this service.',
    cure: 'Make the call from the portal or the console. A program sends its token in the Authorization header.',
  },
  approval_refused: {
    status: 403,
    message: 'You cannot decide on this request.',
    cure: 'See details.reason.',
  },
  scope_missing: {
    status: 403,
    message: 'This key is not allowed to make this call.',
    cure: 'Use a key that has the scope in details.scope, or replace this key in the portal with one that has the scope.',
  },
  ip_not_allowed: {
    status: 403,
    message: 'This key is not allowed to call from this IP address.',
    cure: 'Call from an address on the key’s allow-list, or replace this key in the portal with one that allows details.ip.',
  },
  account_suspended: {
    status: 403,
    message: 'The account is suspended and cannot be used or read.',
    cure: 'Contact support. details.reason says whether the account is suspended or offboarded.',
  },
  limit_exceeded: {
    status: 403,
    message: 'The operation would exceed a limit of the institution.',
    cure: 'Wait until details.resets_at, or request at most details.left.',
    sandbox: 'POST /sandbox/v1/limits',
  },
  halted: {
    status: 403,
    message: 'This operation is halted.',
    cure: 'Check /client/status, and try again when the service is online.',
  },
  not_found: {
    status: 404,
    message: 'The path or the item does not exist.',
    cure: 'Check the id and the path. Paths are case-sensitive.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method.',
    cure: 'Use the method in the Allow header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive completely in time.',
    cure: 'Nothing was done. Send the request again.',
  },
  request_in_progress: {
    status: 409,
    message: 'A request with the same client id is still in progress.',
    cure: 'Wait for its response, or find it by its client id.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than 16 KiB.',
    cure: 'Send a smaller body.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests.',
    cure: 'Wait for the time in Retry-After. Each key can send one request per second.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    cure: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. The outcome of the operation is unknown.',
    cure: 'Find the operation by its client id before you send it again. Quote the traceid to support.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service cannot accept the request now. Nothing was done.',
    cure: 'Send the request again after the time in Retry-After.',
  },
  fok_not_fillable: {
    status: 200,
    message: 'The order could not be filled completely at its limit.',
    cure: 'Reduce the amount, or change the limit: higher to buy, lower to sell.',
    sandbox: 'POST /sandbox/v1/liquidity',
  },
  non_marketable_limit_price: {
    status: 200,
    message:
      'The limit price does not reach the best price, or the amount would break the limit once it is rounded to the smallest unit.',
    cure: 'To buy, set the limit to the ask in /client/quotes or higher; to sell, to the bid or lower.',
  },
  limit_too_far_from_market_price: {
    status: 200,
    message: 'The limit price is too far from the market price.',
    cure: 'Set a limit within price_band_bps of the market price; see /client/tradingPairs.',
  },
  pair_offline: {
    status: 200,
    message: 'The pair cannot be traded at the moment.',
    cure: 'Check its status in /client/tradingPairs.',
    sandbox: 'POST /sandbox/v1/pairs',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors
const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]]

const wire: SandboxCall = 'POST /sandbox/v1/wires'
const deposit: SandboxCall = 'POST /sandbox/v1/deposits'

/** The sandbox calls that go with the cure; the one that funds a balance depends on its asset. */
export const sandboxCuresOf = (code: ErrorCode): readonly SandboxCall[] =>
  code === 'insufficient_balance' ? [wire, deposit] : [(errors[code] as ErrorRow).sandbox ?? []].flat()

/** The cure of `insufficient_balance`, for the missing asset. */
export function fundingCure(asset: AssetCode): Cure {
  const { type, fiat } = assets[asset]
  if (type === 'fiat')
    return { cure: `Wire ${asset} to the account that depositAddress returns, or request less.`, sandbox: wire }
  const how = fiat === null ? 'Deposit' : 'Mint or deposit'
  return {
    cure: `${how} ${asset}, or request less. depositAddress returns the address for deposits.`,
    sandbox: deposit,
  }
}

/** `details.reason` of a 401, each with its meaning. */
export const authReasons = {
  missing_header: 'x-app-public-key, x-app-nonce or x-app-signed-data is absent or empty',
  malformed_nonce: 'the nonce is not a whole number below 2^64',
  unknown_key: 'the public key is not registered in this environment, or is not a P-256 key',
  revoked_key: 'the key is frozen, revoked, expired or not proven yet',
  malformed_signature: 'the signature is not base64 of a DER or P1363 signature',
  signature_mismatch:
    'the signature does not match; signing_string is the text that the service built, hint names the likely cause',
  stale_nonce: 'the nonce is not higher than last_nonce, or is behind the window of the key',
  nonce_ahead: 'the nonce is more than a day ahead, or beyond the window of the key; it was not used up',
} as const
export type AuthReason = keyof typeof authReasons

/** The body of every HTTP error. */
export const errorBody = z.object({
  code: z.enum(errorCodes).meta({ description: 'The error; see the table of errors.' }),
  status: z.int().meta({ description: 'The HTTP status again.' }),
  message: z.string().meta({ description: 'A sentence for a human. It may change; decide by `code`.' }),
  timestamp: isoTime,
  traceid: z.string().meta({ description: 'Quote it to support; also in the header x-trace-id.' }),
  details: z.record(z.string(), z.unknown()).meta({ description: 'The values that the code’s cure refers to.' }),
})
