import { z } from 'zod'
import { type AssetCode, assets } from './assets.ts'
import { isoTime } from './fields.ts'

// All errors of calls, one row each: HTTP answers, documentation and clients read this table. `message` says what is wrong,
// `cure` what to do next. Status 200 is an order reject: the call succeeded, and its `error` object has the code.
// `insufficient_balance` is both: an HTTP error everywhere but on an order.

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
    message: 'The request is missing something or is malformed.',
    cure: 'Correct what details.field and details.rule name.',
  },
  unknown_symbol: {
    status: 400,
    message: 'The symbol is not a tradable pair.',
    cure: 'Take a symbol from /client/tradingPairs, written BASE/QUOTE.',
  },
  invalid_order: {
    status: 400,
    message: 'The order is not valid for this pair.',
    cure: 'Send Limit with FOK, and orderqty and price within the bounds and decimals of /client/tradingPairs.',
  },
  unknown_asset: {
    status: 400,
    message: 'The asset is not supported for this call.',
    cure: 'Take a symbol from /client/assets.',
  },
  unknown_blockchain: {
    status: 400,
    message: 'The blockchain does not carry this asset.',
    cure: 'Take a code from the asset’s blockchains in /client/assets.',
  },
  invalid_address: {
    status: 400,
    message: 'The address does not have the form or the checksum of its chain.',
    cure: 'Copy the address again from the wallet.',
  },
  min_amount_below_threshold: {
    status: 400,
    message: 'The quantity is below the minimum issuance.',
    cure: 'Ask for at least details.minimum.',
  },
  max_amount_exceeded: {
    status: 400,
    message: 'The quantity is above the maximum of a single operation.',
    cure: 'Split it, or ask support for a higher maximum.',
  },
  insufficient_balance: {
    status: 400,
    message: 'The available balance does not cover the amount and its fee.',
    cure: 'Look at /private/accountBalance; ask for less, or wire fiat, mint or deposit coins, deposit crypto.',
  },
  duplicate_clordid: {
    status: 400,
    message: 'This clordid was used for a different order.',
    cure: 'Use a new clordid; to repeat the order, repeat it unchanged.',
  },
  duplicate_clreqid: {
    status: 400,
    message: 'This clreqid was used for a different request.',
    cure: 'Use a new clreqid; to repeat the request, repeat it unchanged.',
  },
  not_cancelable: {
    status: 400,
    message: 'It can no longer be canceled.',
    cure: 'See details.status; look it up with queryWithdrawals or querySupplyChanges.',
  },
  quote_expired: {
    status: 400,
    message: 'The firm quote has expired.',
    cure: 'Request a new quote and convert before its expires_at.',
  },
  quote_used: {
    status: 400,
    message: 'The firm quote was used already.',
    cure: 'Look the conversion up with queryConversions, or request a new quote.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor does not belong to this call.',
    cure: 'Start again without a cursor, with the same filters.',
  },
  signature_failure: {
    status: 401,
    message: 'The request could not be authenticated.',
    cure: 'See details.reason; /docs/signing#refused says what each reason means.',
  },
  invalid_nonce: {
    status: 401,
    message: 'The nonce is not higher than the last one.',
    cure: 'Send a number higher than details.last_nonce; UNIX time in milliseconds does.',
  },
  kyb_required: {
    status: 403,
    message: 'The institution has not cleared KYB.',
    cure: 'Finish the KYB case in the portal.',
    sandbox: 'POST /sandbox/v1/institutions',
  },
  agreement_missing: {
    status: 403,
    message: 'The services agreement for this product is not active.',
    cure: 'Sign it in the portal under Agreements.',
    sandbox: 'POST /sandbox/v1/institutions',
  },
  external_wallet_not_whitelisted: {
    status: 403,
    message: 'The destination is not a whitelisted address with its Travel Rule data.',
    cure: 'Whitelist the address in the portal and wait until it is Confirmed.',
    sandbox: 'POST /sandbox/v1/addresses',
  },
  bank_account_not_registered: {
    status: 403,
    message: 'The bank account is not registered for payouts.',
    cure: 'Take an active one from /private/bankAccounts, or register it in the portal.',
    sandbox: 'POST /sandbox/v1/bankaccounts',
  },
  not_signed_in: {
    status: 401,
    message: 'There is no session, or it has ended.',
    cure: 'Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    message: 'The sign-in failed.',
    cure: 'Check the name, the password and the code; after several failures the next attempt must wait.',
  },
  fresh_factor_required: {
    status: 403,
    message: 'This needs a factor shown in the last five minutes.',
    cure: 'Confirm with your passkey or a code, then repeat the call.',
  },
  browser_required: {
    status: 403,
    message: 'A token cannot change factors, tokens, devices, keys, invitations or links.',
    cure: 'Do it in a browser, signed in at the portal or the console.',
  },
  role_missing: {
    status: 403,
    message: 'None of your roles may do this.',
    cure: 'Ask a person with one of the roles in details.roles.',
  },
  foreign_origin: {
    status: 403,
    message: 'The call does not come from a page of this service.',
    cure: 'Send it from the portal or the console; a program sends its token in the Authorization header.',
  },
  approval_refused: {
    status: 403,
    message: 'You cannot decide on this request.',
    cure: 'See details.reason.',
  },
  scope_missing: {
    status: 403,
    message: 'This key may not make this call.',
    cure: 'Use a key with the scope in details.scope, or register one with it that replaces this key, in the portal.',
  },
  ip_not_allowed: {
    status: 403,
    message: 'This key may not be used from this address.',
    cure: 'Call from an address of the key’s allow-list, or register a key in the portal that replaces it and allows details.ip.',
  },
  account_suspended: {
    status: 403,
    message: 'The account is suspended: it can neither be used nor read.',
    cure: 'Contact support; details.reason tells whether it is suspended or offboarded.',
  },
  limit_exceeded: {
    status: 403,
    message: 'The operation would exceed a limit of the institution.',
    cure: 'Wait until details.resets_at, or ask for at most details.left.',
  },
  halted: {
    status: 403,
    message: 'This operation is halted.',
    cure: 'Watch /client/status and try again when the service is online.',
  },
  not_found: {
    status: 404,
    message: 'This path does not exist.',
    cure: 'Check the id and the path: its names are case-sensitive.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method.',
    cure: 'Use the method in the Allow header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive completely in time.',
    cure: 'Send it again; nothing was done.',
  },
  request_in_progress: {
    status: 409,
    message: 'A request with the same client id is still running.',
    cure: 'Wait for it, or look it up by its client id.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than 16 KiB.',
    cure: 'Send a smaller body.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests.',
    cure: 'Wait for the time in Retry-After; at most one request per second and key.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    cure: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side; the outcome of the operation is unknown.',
    cure: 'Look it up by its client id before sending it again; quote the traceid to support.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service cannot accept the request now; nothing was done.',
    cure: 'Send it again after the time in Retry-After.',
  },
  fok_not_fillable: {
    status: 200,
    message: 'The order could not be filled completely at its limit.',
    cure: 'Ask for less, or move the limit.',
    sandbox: 'POST /sandbox/v1/liquidity',
  },
  non_marketable_limit_price: {
    status: 200,
    message:
      'The limit price does not reach the best price, or the amount would break the limit once it is rounded to the smallest unit.',
    cure: 'Move the limit to the price in /client/quotes or beyond.',
  },
  limit_too_far_from_market_price: {
    status: 200,
    message: 'The limit price lies outside the pair’s band around the market.',
    cure: 'Move the limit within price_band_bps of /client/tradingPairs.',
  },
  pair_offline: {
    status: 200,
    message: 'The pair is not traded at the moment.',
    cure: 'Watch its status in /client/tradingPairs.',
    sandbox: 'POST /sandbox/v1/pairs',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors
const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]]

const wire: SandboxCall = 'POST /sandbox/v1/wires'
const deposit: SandboxCall = 'POST /sandbox/v1/deposits'

/** The sandbox calls beside the cure; the one that funds a balance depends on its asset. */
export const sandboxCuresOf = (code: ErrorCode): readonly SandboxCall[] =>
  code === 'insufficient_balance' ? [wire, deposit] : [(errors[code] as ErrorRow).sandbox ?? []].flat()

/** The cure of `insufficient_balance`, for the missing asset. */
export function fundingCure(asset: AssetCode): Cure {
  const { type, fiat } = assets[asset]
  if (type === 'fiat')
    return { cure: `Wire ${asset} to the account of depositAddress, or ask for less.`, sandbox: wire }
  const how = fiat === null ? 'Deposit' : 'Mint or deposit'
  return { cure: `${how} ${asset}, or ask for less; depositAddress names where to send it.`, sandbox: deposit }
}

/** `details.reason` of a 401, each with its meaning. */
export const authReasons = {
  missing_header: 'x-app-public-key, x-app-nonce or x-app-signed-data is absent or empty',
  malformed_nonce: 'the nonce is not a whole number below 2^64',
  unknown_key: 'the public key is not registered in this environment, or is not a P-256 key',
  revoked_key: 'the key is frozen, revoked or expired, or was never proven',
  malformed_signature: 'the signature is not base64 of a DER or P1363 signature',
  signature_mismatch: 'the signature does not fit; signing_string is what the service built, hint the likely cause',
  stale_nonce: 'the nonce is not higher than last_nonce',
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
