// Made by `npm run generate` from the calls of protocol/; do not edit.
import type { Amount } from '../decimal.ts'
import type { Call } from '../call/call-types.ts'

export type SandboxInstitutionsRequest = {
  name: string
  /** P-256, SPKI DER in base64. */
  publickey?: string | undefined
  /** The final state of its KYB case. */
  kyb?: 'draft' | 'submitted' | 'screening' | 'edd_required' | 'in_review' | 'info_requested' | 'approved' | 'periodic_review' | 'review_overdue' | 'suspended' | 'rejected' | 'offboarded' | undefined
  /** The active agreements; all of them by default. */
  agreements?: ('stablecoin_issuance' | 'crypto_conversion')[] | undefined
  /** The maximum distance of a nonce from the time of the service. */
  nonce_window_ms?: number | null | undefined
}

export type SandboxInstitutionsAnswer = {
  institutionid: string
  name: string
  publickey: string
  /** The private key, PKCS #8 in PEM. It is returned only once, and only if no public key was sent. */
  privatekey?: string | undefined
}

export type SandboxPeopleRequest = {
  /** The name to sign in with. */
  email: string
  name: string
  /** From `institutions`. */
  institutionid: string
  roles: ('admin' | 'trader' | 'approver' | 'viewer')[]
} | {
  /** The name to sign in with. */
  email: string
  name: string
  roles: ('support' | 'operations' | 'treasury' | 'compliance' | 'mlro' | 'admin' | 'auditor')[]
}

export type SandboxPeopleAnswer = {
  personid: string
  email: string
  password: string
  totp: {
    secret: string
    uri: string
  }
  recovery_codes: string[]
}

export type SandboxWiresRequest = {
  /** From `institutions`. */
  institutionid: string
  currency: 'CHF' | 'GBP'
  /** A decimal number as a string: no sign, no exponent. */
  amount: Amount
  /** By default the institution itself. Another name makes the sender a third party. */
  sendername?: string | undefined
  /** By default the institution’s own reference. Empty means no reference, so that the owner is unknown. */
  reference?: string | undefined
  /** Its sender’s bank recalls it later. */
  recall?: boolean | undefined
}

export type SandboxWiresAnswer = {
  /** The bank’s own reference. */
  bankref: string
}

export type SandboxDepositsRequest = {
  /** From `institutions`. */
  institutionid: string
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
  /** A decimal number as a string: no sign, no exponent. */
  quantity: Amount
}

export type SandboxDepositsAnswer = {
  /** Empty if it was not signed within a few seconds. */
  txid: string
  address: string
}

export type SandboxPaymentsRequest = {
  railid: string
  /** Fiat over an on-ramp, coins over an off-ramp. */
  amount: Amount
  /** Over an on-ramp, by default the currency of the rail. A payment in another currency tests how the rail handles a wrong payment. */
  currency?: 'CHF' | 'GBP' | undefined
  /** Over an on-ramp, by default the sender of the rail. Another name makes it a payment from a third party. Coins carry no name. */
  sendername?: string | undefined
  /** Over an off-ramp, by default the coin of the rail. */
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  /** Over an off-ramp, by default the chain of the rail. */
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
  /** The number of payments of this amount. */
  count?: number | undefined
}

export type SandboxPaymentsAnswer = {
  railid: string
  /** For an on-ramp, the payments received by the provider. */
  arrivals?: unknown[] | undefined
  /** For an off-ramp, the address that received the coins. */
  address?: string | undefined
  /** For an off-ramp, the transactions of the coins. */
  txids?: string[] | undefined
}

export type SandboxResumePaymentRequest = {
  /** The id of a payment: its `paymentid`. */
  id: string
}

export type SandboxResumePaymentAnswer = {
  paymentid: string
}

export type SandboxCreditPaymentRequest = {
  /** The id of a payment: its `paymentid`. */
  id: string
}

export type SandboxCreditPaymentAnswer = {
  paymentid: string
}

export type SandboxSuspendRailRequest = {
  /** The id of a rail: its `railid`. */
  id: string
}

export type SandboxSuspendRailAnswer = {
  railid: string
  status: 'pending' | 'held' | 'active' | 'suspended' | 'rejected' | 'closed'
}

export type SandboxResumeRailRequest = {
  /** The id of a rail: its `railid`. */
  id: string
}

export type SandboxResumeRailAnswer = {
  railid: string
  status: 'pending' | 'held' | 'active' | 'suspended' | 'rejected' | 'closed'
}

export type SandboxCloseRailRequest = {
  /** The id of a rail: its `railid`. */
  id: string
}

export type SandboxCloseRailAnswer = {
  railid: string
  status: 'pending' | 'held' | 'active' | 'suspended' | 'rejected' | 'closed'
}

export type SandboxAddressesRequest = {
  /** From `institutions`. */
  institutionid: string
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
  address: string
  /** Your name for it: 1 to 64 letters, digits, spaces and . _ : - */
  label: string
  /** The service provider that hosts it; by default it is the institution’s own wallet. */
  vasp?: string | undefined
  /** The address of that provider for Travel Rule data; by default that of the VASP of UAT with this name, such as `UAT VASP Approve`. */
  travel_address?: string | undefined
  /** The owner of a hosted wallet; by default the institution. */
  beneficiary?: {
    kind: 'company' | 'person'
    /** The registered name of a company, or the family name of a person. */
    name: string
    /** The given names of a person; null for a company. */
    given_names?: string | null | undefined
    street: string
    postal_code?: string | null | undefined
    city: string
    country: string
    /** The LEI of a company, or the customer number at the provider. */
    identifier?: string | null | undefined
  } | undefined
  /** `missing`: it waits for the Travel Rule data of its provider and cannot be used. */
  travel_rule?: 'complete' | 'missing' | undefined
  /** Keeps it in its cooling-off period, which ends after a day of settlement time. */
  cooling?: boolean | undefined
}

export type SandboxAddressesAnswer = {
  addressid: string
  label: string
  status: string
}

export type SandboxRevokeAddressRequest = {
  /** The id of an address: its `addressid`. */
  id: string
}

export type SandboxRevokeAddressAnswer = {
  addressid: string
  status: string
}

export type SandboxSuspendAddressRequest = {
  /** The id of an address: its `addressid`. */
  id: string
}

export type SandboxSuspendAddressAnswer = {
  addressid: string
  status: string
}

export type SandboxReinstateAddressRequest = {
  /** The id of an address: its `addressid`. */
  id: string
}

export type SandboxReinstateAddressAnswer = {
  addressid: string
  status: string
}

export type SandboxBankAccountsRequest = {
  /** From `institutions`. */
  institutionid: string
  /** Your name for it: 1 to 64 letters, digits, spaces and . _ : - */
  label: string
  currency: 'CHF' | 'GBP'
  /** An IBAN, or a UK sort code and account number: `12-34-56 12345678`. */
  identifier: string
  /** The owner of the account. */
  name: string
  /** Accept it even if the bank answers `no_match`. */
  accept?: boolean | undefined
}

export type SandboxBankAccountsAnswer = {
  bankaccountid: string
  label: string
  /** The bank’s answer about the name; null if no bank is asked. */
  confirmation: {
    result: string
    name: string | null
  } | null
  usable: boolean
}

export type SandboxDisableBankAccountRequest = {
  /** The id of a bank account: its `accountid`. */
  id: string
}

export type SandboxDisableBankAccountAnswer = {
  bankaccountid: string
  usable: boolean
}

export type SandboxLiquidityRequest = {
  /** A symbol from /client/tradingPairs. */
  symbol: string
  /** Pairs of price and quantity, in any order. */
  bids?: [string, string][] | undefined
  /** Pairs of price and quantity, in any order. */
  asks?: [string, string][] | undefined
  /** It stays until it is set again; otherwise it expires after a minute. */
  frozen?: boolean | undefined
}

export type SandboxLiquidityAnswer = {
  symbol: string
  bids: string[][] | null
  asks: string[][] | null
  until: string | null
}

export type SandboxPairsRequest = {
  /** A symbol from /client/tradingPairs. */
  symbol: string
  /** The reason; null means it trades again. */
  halted: string | null
}

export type SandboxPairsAnswer = {
  symbol: string
  halted: string | null
}

export type SandboxRatesRequest = Record<string, never>

export type SandboxRatesAnswer = {
  rates: {
    symbol: string
    price: string
    at: string
    /** Why it is not used; null if it is used. */
    doubt: string | null
  }[]
}

export type SandboxRefreshRatesRequest = Record<string, never>

export type SandboxRefreshRatesAnswer = {
  rates: {
    symbol: string
    price: string
    at: string
    /** Why it is not used; null if it is used. */
    doubt: string | null
  }[]
}

export type SandboxHoldsRequest = {
  institutionid: string
  on: string
  reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required'
}

export type SandboxHoldsAnswer = {
  holdid: string
  /** `held`, or `partly` if some steps can no longer be stopped. */
  status: string
  /** The steps that can no longer be stopped. */
  irrevocable: string | null
}

export type SandboxReleaseHoldRequest = {
  /** The id of a hold: its `holdid`. */
  id: string
}

export type SandboxReleaseHoldAnswer = {
  holdid: string
  status: string
}

export type SandboxRejectHoldRequest = {
  /** The id of a hold: its `holdid`. */
  id: string
} & {
  /** The address for the return of a deposit. */
  return_to?: string | undefined
}

export type SandboxRejectHoldAnswer = {
  holdid: string
  status: string
}

export type SandboxFreezeHoldRequest = {
  /** The id of a hold: its `holdid`. */
  id: string
}

export type SandboxFreezeHoldAnswer = {
  holdid: string
  status: string
}

export type SandboxLimitsRequest = {
  institutionid: string
  /** The limits to set, up to 50 at once; the others of the institution stay */
  limits: {
    product: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp'
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    period: 'day' | 'month'
    /** The most that may be used in the period; null removes the limit */
    amount: Amount | null
  }[]
}

export type SandboxLimitsAnswer = {
  /** All limits of the institution. */
  limits: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[]
}

export type SandboxDecidePartiesRequest = {
  /** From `institutions`. */
  institutionid: string
  /** `clear`: other parties than the entries. `confirm`: the same; their items keep waiting. */
  decision?: 'clear' | 'confirm' | undefined
}

export type SandboxDecidePartiesAnswer = {
  parties: {
    partyid: string
    what: string
    /** Undecided matches. */
    open: number
    cleared: number
    confirmed: number
  }[]
}

export type SandboxDecideInquiriesRequest = {
  /** From `institutions`. */
  institutionid: string
  decision: 'approve' | 'reject'
}

export type SandboxDecideInquiriesAnswer = {
  exchanges: {
    exchangeid: string
    state: 'draft' | 'sent' | 'acknowledged' | 'approved' | 'conflict' | 'confirmed' | 'rejected' | 'timed_out' | 'canceled' | 'not_required'
  }[]
}

export type SandboxSetRuleRequest = {
  /** From `institutions`. */
  institutionid: string
  looks_for: {
    kind: 'amount'
    /** In CHF. Other assets are valued at the reference rate of the moment. */
    over: string
  } | {
    kind: 'velocity'
    /** The window, in hours; at most a year. */
    hours: number
    /** More than this number. */
    count?: number | undefined
    /** In CHF. Other assets are valued at the reference rate of the moment. */
    over?: string | undefined
  } | {
    kind: 'first_use'
    /** In CHF. Other assets are valued at the reference rate of the moment. */
    over: string
  } | {
    kind: 'country'
    countries: string[]
  } | {
    kind: 'dormant'
    days: number
    /** In CHF. Other assets are valued at the reference rate of the moment. */
    over: string
  } | {
    kind: 'structuring'
    /** In CHF. Other assets are valued at the reference rate of the moment. */
    below: string
    /** How far below the threshold an item may be, in percent. */
    percent: number
    count: number
    /** The window, in hours; at most a year. */
    hours: number
  } | {
    kind: 'round_trip'
    /** The window, in hours; at most a year. */
    hours: number
    /** In CHF. Other assets are valued at the reference rate of the moment. */
    over: string
  } | {
    kind: 'many_to_one'
    /** The window, in hours; at most a year. */
    hours: number
    institutions: number
  }
  /** Kinds of items. An empty list matches all. */
  kinds?: ('mint' | 'redemption' | 'withdrawal' | 'deposit' | 'wire' | 'rail' | 'payment')[] | undefined
  /** Assets. An empty list matches all. */
  assets?: ('VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH')[] | undefined
  /** `alert`: it is only noted. Otherwise the reason of the hold that it places. */
  effect: 'alert' | 'aml_review' | 'edd_required'
  /** `draft`: it looks at nothing. `shadow`: its hits are noted, and nothing is held. */
  state?: 'draft' | 'shadow' | 'active' | undefined
}

export type SandboxSetRuleAnswer = {
  versionid: string
  state: 'draft' | 'shadow' | 'active' | 'retired'
  /** What it looks for, in words. */
  text: string
}

export type SandboxRetireRuleRequest = {
  /** The id of a version of a rule. */
  id: string
}

export type SandboxRetireRuleAnswer = {
  versionid: string
  state: 'draft' | 'shadow' | 'active' | 'retired'
  /** What it looks for, in words. */
  text: string
}

export type SandboxOwnListRequest = {
  /** `refuse`: never served. `review`: staff decide. `kind`: the name is compared as that of a person, of a company, or as both (`other`). */
  add?: {
    name: string
    effect?: 'refuse' | 'review' | undefined
    kind?: 'person' | 'company' | 'other' | undefined
  }[] | undefined
  remove?: string[] | undefined
}

export type SandboxOwnListAnswer = {
  entries: {
    name: string
    list: string
    effect: 'refuse' | 'review'
    kind: 'person' | 'company' | 'other'
  }[]
}

export type SandboxLoadListRequest = {
  /** A sanctions list. */
  list: 'ofac' | 'uk' | 'uk_investment_bans' | 'un' | 'eu' | 'seco'
  /** The bytes of the file in base64. */
  file: string
}

export type SandboxLoadListAnswer = {
  outcome: 'activated' | 'unchanged' | 'refused'
  versionid: string | null
  /** Why it was refused. */
  reason: string | null
  message: string | null
}

export type SandboxListAgeRequest = {
  list: 'ofac' | 'uk' | 'uk_investment_bans' | 'un' | 'eu' | 'seco' | 'own'
  old?: boolean | undefined
}

export type SandboxListAgeAnswer = {
  list: string
  old: boolean
}

export type SandboxClockRequest = Record<string, never>

export type SandboxClockAnswer = {
  /** ISO 8601, UTC, with milliseconds. */
  settlement: string
  /** ISO 8601, UTC, with milliseconds. */
  wall: string
  speed: number
}

export type SandboxAdvanceClockRequest = {
  /** At most 31 days; for more, call again. */
  seconds: number
}

export type SandboxAdvanceClockAnswer = {
  /** ISO 8601, UTC, with milliseconds. */
  settlement: string
  /** ISO 8601, UTC, with milliseconds. */
  wall: string
  speed: number
  /** The time has passed, and everything due is done. */
  done: boolean
  /** The remaining seconds. Send them again. */
  remaining: number
}

export type SandboxResetClockRequest = Record<string, never>

export type SandboxResetClockAnswer = {
  /** ISO 8601, UTC, with milliseconds. */
  settlement: string
  /** ISO 8601, UTC, with milliseconds. */
  wall: string
  speed: number
  /** The time has passed, and everything due is done. */
  done: boolean
  /** The remaining seconds. Send them again. */
  remaining: number
}

export type SandboxScenariosRequest = Record<string, never>

export type SandboxScenariosAnswer = {
  scenarios: {
    /** A state machine, a counterpart, `calls`, `chains`, `clock` or `list`. */
    of: string
    /** The status that clients see. */
    state: string | null
    wanted: string
    /** A call, or an instruction. */
    how: {
      method: string
      path: string
      body?: unknown
    } | string
  }[]
}

export type SandboxChainMineRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** One by default. */
  blocks?: number | undefined
}

export type SandboxChainMineAnswer = Record<string, unknown>

export type SandboxChainStallRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
}

export type SandboxChainStallAnswer = Record<string, unknown>

export type SandboxChainResumeRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
}

export type SandboxChainResumeAnswer = Record<string, unknown>

export type SandboxChainReorgRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** The number of blocks. */
  depth: number
  transactions?: 'keep' | 'forget' | undefined
}

export type SandboxChainReorgAnswer = Record<string, unknown>

export type SandboxChainRevertNextRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** The number of transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainRevertNextAnswer = {
  armed: Record<string, unknown>
}

export type SandboxChainDropNextRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** The number of transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainDropNextAnswer = {
  armed: Record<string, unknown>
}

export type SandboxChainAcceptThenErrorRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** The number of transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainAcceptThenErrorAnswer = {
  armed: Record<string, unknown>
}

export type SandboxChainTimeoutNextRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** The number of transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainTimeoutNextAnswer = {
  armed: Record<string, unknown>
}

export type SandboxExplorerChainsRequest = Record<string, never>

export type SandboxExplorerChainsAnswer = {
  items: {
    chain: string
    name: string
    /** Null if its node does not answer. */
    height: number | null
    final: number | null
  }[]
}

export type SandboxExplorerChainRequest = {
  /** A chain, in capitals or not. */
  chain: string
} & {
  /** Blocks below this height: `next` of the previous page. */
  below?: number | undefined
}

export type SandboxExplorerChainAnswer = {
  chain: string
  /** The names of our addresses, and of coins. */
  names: Record<string, unknown>
  height: number
  final: number
  blocks: {
    height: number
    hash: string
    time: string
    transactions: number
  }[]
  next: number | null
  transactions: {
    txid: string
    status: 'succeeded' | 'failed' | 'waiting'
    /** Its effect, in a word or two. */
    what: string
    height: number | null
    time: string | null
    movements: {
      kind: 'mint' | 'burn' | 'transfer'
      /** The symbol of an asset, or of the chain’s own coin. */
      asset: string
      amount: string
      from: string | null
      to: string | null
      requestid: string | null
    }[]
  }[]
}

export type SandboxExplorerBlockRequest = {
  /** A chain, in capitals or not. */
  chain: string
  /** Its number. */
  height: string
}

export type SandboxExplorerBlockAnswer = {
  height: number
  hash: string
  time: string
  transactions: number
  parent: string | null
  confirmations: number
  final: boolean
  items: {
    txid: string
    status: 'succeeded' | 'failed' | 'waiting'
    /** Its effect, in a word or two. */
    what: string
    height: number | null
    time: string | null
    movements: {
      kind: 'mint' | 'burn' | 'transfer'
      /** The symbol of an asset, or of the chain’s own coin. */
      asset: string
      amount: string
      from: string | null
      to: string | null
      requestid: string | null
    }[]
  }[]
  chain: string
  /** The names of our addresses, and of coins. */
  names: Record<string, unknown>
}

export type SandboxExplorerTxRequest = {
  /** A chain, in capitals or not. */
  chain: string
  /** Its hash. */
  txid: string
}

export type SandboxExplorerTxAnswer = {
  txid: string
  status: 'succeeded' | 'failed' | 'waiting'
  /** Its effect, in a word or two. */
  what: string
  height: number | null
  time: string | null
  movements: {
    kind: 'mint' | 'burn' | 'transfer'
    /** The symbol of an asset, or of the chain’s own coin. */
    asset: string
    amount: string
    from: string | null
    to: string | null
    requestid: string | null
  }[]
  block: string | null
  confirmations: number
  final: boolean
  sender: string | null
  fee: {
    amount: string
    asset: string
  } | null
  /** Why it failed. */
  reason: string | null
  steps: {
    name: string
    at: string | null
    fields: {
      name: string
      value: string
    }[]
  }[]
  inputs: {
    amount: string | null
    address: string | null
    script: string
    txid: string | null
  }[]
  outputs: {
    amount: string | null
    address: string | null
    script: string
    txid: string | null
  }[]
  chain: string
  /** The names of our addresses, and of coins. */
  names: Record<string, unknown>
}

export type SandboxExplorerAddressRequest = {
  /** A chain, in capitals or not. */
  chain: string
  /** An address of the chain. */
  address: string
}

export type SandboxExplorerAddressAnswer = {
  address: string
  is: string
  holdings: {
    asset: string
    amount: string
  }[]
  items: {
    txid: string
    status: 'succeeded' | 'failed' | 'waiting'
    /** Its effect, in a word or two. */
    what: string
    height: number | null
    time: string | null
    movements: {
      kind: 'mint' | 'burn' | 'transfer'
      /** The symbol of an asset, or of the chain’s own coin. */
      asset: string
      amount: string
      from: string | null
      to: string | null
      requestid: string | null
    }[]
  }[]
  chain: string
  /** The names of our addresses, and of coins. */
  names: Record<string, unknown>
  /** Its role for us. */
  ours: string | null
}

export type SandboxCounterpartRequest = {
  /** `bank`, `provider` or `lp`. */
  name: string
}

export type SandboxCounterpartAnswer = {
  state: Record<string, unknown>
  misbehaviours: Record<string, unknown>
}

export type SandboxBankRequest = {
  /** The next fault. See `misbehaviours` of `GET counterparts/{name}`. */
  next?: string | undefined
  /** An ISO 20022 reason such as AC04. */
  reason?: string | null | undefined
  /** The number of times; once by default. */
  count?: number | null | undefined
  /** The delay. */
  seconds?: number | null | undefined
  /** The wire to recall. */
  bankref?: string | null | undefined
  /** `delayed`: reserve transfers wait; `normal` again. */
  sweeps?: string | undefined
  /** `delayed`: payments wait; `normal` again. */
  payments?: string | undefined
}

export type SandboxBankAnswer = {
  [name: string]: unknown
}

export type SandboxProviderRequest = {
  /** The next fault. See `misbehaviours` of `GET counterparts/{name}`. */
  next?: string | undefined
  symbol?: string | undefined
  price?: Amount | undefined
  /** The rate does not change. */
  frozen?: boolean | undefined
  stale?: boolean | undefined
  /** The number of times; once by default. */
  count?: number | null | undefined
  /** The delay. */
  seconds?: number | null | undefined
  /** The reference of the paid collection. */
  reference?: string | undefined
  currency?: string | undefined
  amount?: string | undefined
  payername?: string | undefined
  payeraccount?: string | null | undefined
}

export type SandboxProviderAnswer = {
  [name: string]: unknown
}

export type SandboxVenueRequest = {
  /** `alpha` or `beta`. */
  venue?: string | undefined
  /** The next fault. See `misbehaviours` of `GET counterparts/{name}`. */
  next?: string | undefined
  symbol?: string | undefined
  bids?: string[][] | undefined
  asks?: string[][] | undefined
  /** The number of times; once by default. */
  count?: number | null | undefined
  seconds?: number | null | undefined
}

export type SandboxVenueAnswer = {
  [name: string]: unknown
}

export type SandboxVaspAddressRequest = {
  /** Such as `UAT VASP Approve`. */
  vasp: string
}

export type SandboxVaspAddressAnswer = {
  vasp: string
  travel_address: string
}

export type SandboxVaspInquiryRequest = {
  /** From `institutions`. */
  institutionid: string
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
  quantity: Amount
  originator?: string | undefined
  /** The name of the payee; by default that of the institution. */
  beneficiary?: string | undefined
  /** Another wallet than its deposit address. */
  wallet?: string | undefined
}

export type SandboxVaspInquiryAnswer = {
  /** The id of the inquiry at the VASP. */
  id: string
  wallet: string
}

export type SandboxVaspConfirmationRequest = {
  /** The id of the inquiry at the VASP. */
  id: string
  /** Without it, the transfer is canceled. */
  txid?: string | undefined
}

export type SandboxVaspConfirmationAnswer = {
  id: string
}

/** A method for each call of the sandbox. */
export interface SandboxCalls {
  /** Onboard an institution. Creates an institution with a KYB case of invented data, decided by simulated officers, signs its agreements and registers its key. Without `publickey` it makes a pair and returns the private key once. */
  institutions: Call<SandboxInstitutionsRequest, SandboxInstitutionsAnswer>
  /** Create a person who can sign in. A person of an institution or a member of staff who can sign in to the portal or the console at once, with password and authenticator app. A person who already has the email gets new ones. */
  people: Call<SandboxPeopleRequest, SandboxPeopleAnswer>
  /** Send a wire. A wire arrives at the bank of UAT and is imported from its statement, as in production. It is credited once some time has passed (`clock/advance`). */
  wires: Call<SandboxWiresRequest, SandboxWiresAnswer>
  /** Send coins or crypto. Real tokens or coins arrive at the institution’s deposit address on a chain of UAT. */
  deposits: Call<SandboxDepositsRequest, SandboxDepositsAnswer>
  /** Pay over a rail. A payment over a rail: fiat at the provider for an on-ramp, coins on a chain for an off-ramp. */
  payments: Call<SandboxPaymentsRequest, SandboxPaymentsAnswer>
  /** Resume a payment that failed. Staff resume a failed payment. */
  resumePayment: Call<SandboxResumePaymentRequest, SandboxResumePaymentAnswer>
  /** Credit a payment that failed. Two members of staff credit the rest of a payment that waits for an operator to its institution. */
  creditPayment: Call<SandboxCreditPaymentRequest, SandboxCreditPaymentAnswer>
  /** Suspend a rail. Incoming payments wait. */
  suspendRail: Call<SandboxSuspendRailRequest, SandboxSuspendRailAnswer>
  /** Resume a rail. Two simulated officers agree to resume it. */
  resumeRail: Call<SandboxResumeRailRequest, SandboxResumeRailAnswer>
  /** Close a rail. Permanent. Later payments are returned. */
  closeRail: Call<SandboxCloseRailRequest, SandboxCloseRailAnswer>
  /** Whitelist a wallet. Whitelists an address through the real flow: screening, proof, Travel Rule data. Its cooling-off period of a day is skipped unless you request it. */
  addresses: Call<SandboxAddressesRequest, SandboxAddressesAnswer>
  /** Revoke a wallet. Permanent. Withdrawals that wait for it are rejected. */
  revokeAddress: Call<SandboxRevokeAddressRequest, SandboxRevokeAddressAnswer>
  /** Suspend a wallet. Withdrawals to it wait. */
  suspendAddress: Call<SandboxSuspendAddressRequest, SandboxSuspendAddressAnswer>
  /** Reinstate a wallet. A suspended wallet can be used again. */
  reinstateAddress: Call<SandboxReinstateAddressRequest, SandboxReinstateAddressAnswer>
  /** Register a bank account. Registers an account for payouts, through the real checks of number and name. */
  bankAccounts: Call<SandboxBankAccountsRequest, SandboxBankAccountsAnswer>
  /** Disable a bank account. Permanent. Withdrawals that wait for it are rejected. */
  disableBankAccount: Call<SandboxDisableBankAccountRequest, SandboxDisableBankAccountAnswer>
  /** Set the book of a pair. Exactly these levels, for a minute or permanently. With the symbol alone the pair has the market’s book again. */
  liquidity: Call<SandboxLiquidityRequest, SandboxLiquidityAnswer>
  /** Halt a pair, or resume it. A halted pair answers `pair_offline` to orders and `halted` to quotes. */
  pairs: Call<SandboxPairsRequest, SandboxPairsAnswer>
  /** Reference rates. The rates in use, and the rates in doubt with the reason. */
  rates: Call<SandboxRatesRequest, SandboxRatesAnswer>
  /** Refresh the reference rates. The sources are read at once, and the answer says which rates are in doubt. */
  refreshRates: Call<SandboxRefreshRatesRequest, SandboxRefreshRatesAnswer>
  /** Place a hold. On the next mint, withdrawal and so on of an institution, or on an open one. Its clients see `held`, its start, and the kind of review. */
  holds: Call<SandboxHoldsRequest, SandboxHoldsAnswer>
  /** Release a hold. Two simulated officers decide, through the real approval by two people; its subject continues. */
  releaseHold: Call<SandboxReleaseHoldRequest, SandboxReleaseHoldAnswer>
  /** Reject a hold. Two simulated officers decide, through the real approval by two people; its subject is refused. A deposit is returned to `return_to`, or else to its sender, or else to an outside address. */
  rejectHold: Call<SandboxRejectHoldRequest, SandboxRejectHoldAnswer>
  /** Freeze the subject of a hold. Two simulated officers decide, through the real approval by two people; a wire or deposit stays with the service, frozen. */
  freezeHold: Call<SandboxFreezeHoldRequest, SandboxFreezeHoldAnswer>
  /** Set limits of an institution. What the institution may use of a product in a day or a month. Two simulated officers set it, through the real approval by two people. What was accepted before in the same day or month counts. */
  limits: Call<SandboxLimitsRequest, SandboxLimitsAnswer>
  /** Decide the matches of an institution. Registered parties of an institution that match an entry of a list: the institution, its people, bank accounts and wallets. Two simulated officers decide all of them, through the real approval by two people. Without `decision` nothing is decided. */
  decideParties: Call<SandboxDecidePartiesRequest, SandboxDecidePartiesAnswer>
  /** Decide the inquiries about an institution. Inquiries of other providers in doubt: another name, or a payer like an entry of a list. A simulated officer decides all of them, and the providers learn it. */
  decideInquiries: Call<SandboxDecideInquiriesRequest, SandboxDecideInquiriesAnswer>
  /** Set a monitoring rule for an institution. A rule that looks at the items of this institution alone. Two simulated officers activate it, through the real approval by two people. The institution learns nothing but the hold. */
  setRule: Call<SandboxSetRuleRequest, SandboxSetRuleAnswer>
  /** Retire a monitoring rule. It looks at no further item. What it has held stays on hold. */
  retireRule: Call<SandboxRetireRuleRequest, SandboxRetireRuleAnswer>
  /** Add parties to the own list, or remove them. A name, or a wallet address. Each call is a new version of the list. What it affects is screened again, and waits. */
  ownList: Call<SandboxOwnListRequest, SandboxOwnListAnswer>
  /** Load a file of a sanctions list. A file in the format of its publisher. It becomes the active version, or is refused. `screening/samples/files` of the repository has a file of each list with invented parties. */
  loadList: Call<SandboxLoadListRequest, SandboxLoadListAnswer>
  /** Make a list too old, or current again. While a list is too old, screening does not decide. */
  listAge: Call<SandboxListAgeRequest, SandboxListAgeAnswer>
  /** The two clocks. Settlement time, which the sandbox moves, and wall time, which nonces, rates and signatures use. */
  clock: Call<SandboxClockRequest, SandboxClockAnswer>
  /** Advance settlement time. Every timer that falls due runs, in order, and the chains make blocks. It answers when all of that is done, or after fifty seconds with the remainder. */
  advanceClock: Call<SandboxAdvanceClockRequest, SandboxAdvanceClockAnswer>
  /** Reset settlement time to wall time. Past events are not undone. */
  resetClock: Call<SandboxResetClockRequest, SandboxResetClockAnswer>
  /** How to reach every state. Every situation that UAT can produce, with its call. Replace the words in braces. */
  scenarios: Call<SandboxScenariosRequest, SandboxScenariosAnswer>
  /** Mine blocks now. This number of blocks at once. */
  chainMine: Call<SandboxChainMineRequest, SandboxChainMineAnswer>
  /** Stop a chain. No blocks until `resume`. */
  chainStall: Call<SandboxChainStallRequest, SandboxChainStallAnswer>
  /** Resume a chain. It mines blocks again. */
  chainResume: Call<SandboxChainResumeRequest, SandboxChainResumeAnswer>
  /** Drop the last blocks. Their transactions are mined again, or with `transactions: "forget"` lost. */
  chainReorg: Call<SandboxChainReorgRequest, SandboxChainReorgAnswer>
  /** Make the next transactions fail. They are mined, and fail on the chain. */
  chainRevertNext: Call<SandboxChainRevertNextRequest, SandboxChainRevertNextAnswer>
  /** Make the next transactions vanish. They are accepted, and never mined. */
  chainDropNext: Call<SandboxChainDropNextRequest, SandboxChainDropNextAnswer>
  /** Accept the next transactions, and answer with an error. The service must find out that they were accepted. */
  chainAcceptThenError: Call<SandboxChainAcceptThenErrorRequest, SandboxChainAcceptThenErrorAnswer>
  /** Accept the next transactions, and do not answer. The connection ends without an answer. */
  chainTimeoutNext: Call<SandboxChainTimeoutNextRequest, SandboxChainTimeoutNextAnswer>
  /** The running chains. Each with its height, and the height that is final. */
  explorerChains: Call<SandboxExplorerChainsRequest, SandboxExplorerChainsAnswer>
  /** A chain. Its newest blocks and transactions, decoded. */
  explorerChain: Call<SandboxExplorerChainRequest, SandboxExplorerChainAnswer>
  /** A block. With its transactions, decoded. */
  explorerBlock: Call<SandboxExplorerBlockRequest, SandboxExplorerBlockAnswer>
  /** A transaction. The decoded effects of a transaction. Every txid of the API can be looked up here. */
  explorerTx: Call<SandboxExplorerTxRequest, SandboxExplorerTxAnswer>
  /** An address. Its balances, its transactions, and its role for us. */
  explorerAddress: Call<SandboxExplorerAddressRequest, SandboxExplorerAddressAnswer>
  /** The state and the history of a counterpart. Its state, and the faults that can be requested, with their meaning. */
  counterpart: Call<SandboxCounterpartRequest, SandboxCounterpartAnswer>
  /** Control the bank. A fault, or the pace of its payments. One of `next`, `sweeps` and `payments`. */
  bank: Call<SandboxBankRequest, SandboxBankAnswer>
  /** Control the conversion provider. A fault (`next`), a reference rate (`symbol`, `price`), rates that no longer change (`stale`), or a payment into a collection account (`reference`, `currency`, `amount`, `payername`). */
  provider: Call<SandboxProviderRequest, SandboxProviderAnswer>
  /** Control a liquidity provider. The book of a venue for a symbol; without levels its own book again. Or a fault. */
  venue: Call<SandboxVenueRequest, SandboxVenueAnswer>
  /** The travel address of a provider of UAT. For the form of a hosted wallet in the portal. The behaviour follows from the name. */
  vaspAddress: Call<SandboxVaspAddressRequest, SandboxVaspAddressAnswer>
  /** Another provider announces coins. The VASP of UAT asks whether it may send coins to the deposit address of an institution (Travel Rule). It is approved if the name is that of the institution; staff decide on another name. */
  vaspInquiry: Call<SandboxVaspInquiryRequest, SandboxVaspInquiryAnswer>
  /** Another provider names its transaction. The VASP of UAT ends an approved inquiry: with a transaction, or without one. */
  vaspConfirmation: Call<SandboxVaspConfirmationRequest, SandboxVaspConfirmationAnswer>
}

/** The transport of each call; parts in braces are taken from the request. */
export const sandboxTable = {
  institutions: { method: 'POST', path: 'institutions' },
  people: { method: 'POST', path: 'people' },
  wires: { method: 'POST', path: 'wires' },
  deposits: { method: 'POST', path: 'deposits' },
  payments: { method: 'POST', path: 'payments' },
  resumePayment: { method: 'POST', path: 'payments/{id}/resume' },
  creditPayment: { method: 'POST', path: 'payments/{id}/credit' },
  suspendRail: { method: 'POST', path: 'rails/{id}/suspend' },
  resumeRail: { method: 'POST', path: 'rails/{id}/resume' },
  closeRail: { method: 'POST', path: 'rails/{id}/close' },
  addresses: { method: 'POST', path: 'addresses' },
  revokeAddress: { method: 'POST', path: 'addresses/{id}/revoke' },
  suspendAddress: { method: 'POST', path: 'addresses/{id}/suspend' },
  reinstateAddress: { method: 'POST', path: 'addresses/{id}/reinstate' },
  bankAccounts: { method: 'POST', path: 'bankaccounts' },
  disableBankAccount: { method: 'POST', path: 'bankaccounts/{id}/disable' },
  liquidity: { method: 'POST', path: 'liquidity' },
  pairs: { method: 'POST', path: 'pairs' },
  rates: { method: 'GET', path: 'rates' },
  refreshRates: { method: 'POST', path: 'rates' },
  holds: { method: 'POST', path: 'holds' },
  releaseHold: { method: 'POST', path: 'holds/{id}/release' },
  rejectHold: { method: 'POST', path: 'holds/{id}/reject' },
  freezeHold: { method: 'POST', path: 'holds/{id}/freeze' },
  limits: { method: 'POST', path: 'limits' },
  decideParties: { method: 'POST', path: 'parties' },
  decideInquiries: { method: 'POST', path: 'exchanges' },
  setRule: { method: 'POST', path: 'rules' },
  retireRule: { method: 'POST', path: 'rules/{id}/retire' },
  ownList: { method: 'POST', path: 'lists/own' },
  loadList: { method: 'POST', path: 'lists' },
  listAge: { method: 'POST', path: 'lists/age' },
  clock: { method: 'GET', path: 'clock' },
  advanceClock: { method: 'POST', path: 'clock/advance' },
  resetClock: { method: 'POST', path: 'clock/reset' },
  scenarios: { method: 'GET', path: 'scenarios' },
  chainMine: { method: 'POST', path: 'chains/{code}/mine' },
  chainStall: { method: 'POST', path: 'chains/{code}/stall' },
  chainResume: { method: 'POST', path: 'chains/{code}/resume' },
  chainReorg: { method: 'POST', path: 'chains/{code}/reorg' },
  chainRevertNext: { method: 'POST', path: 'chains/{code}/revert-next' },
  chainDropNext: { method: 'POST', path: 'chains/{code}/drop-next' },
  chainAcceptThenError: { method: 'POST', path: 'chains/{code}/accept-then-error' },
  chainTimeoutNext: { method: 'POST', path: 'chains/{code}/timeout-next' },
  explorerChains: { method: 'GET', path: 'explorer' },
  explorerChain: { method: 'GET', path: 'explorer/{chain}' },
  explorerBlock: { method: 'GET', path: 'explorer/{chain}/block/{height}' },
  explorerTx: { method: 'GET', path: 'explorer/{chain}/tx/{txid}' },
  explorerAddress: { method: 'GET', path: 'explorer/{chain}/address/{address}' },
  counterpart: { method: 'GET', path: 'counterparts/{name}' },
  bank: { method: 'POST', path: 'counterparts/bank' },
  provider: { method: 'POST', path: 'counterparts/provider' },
  venue: { method: 'POST', path: 'counterparts/lp' },
  vaspAddress: { method: 'GET', path: 'counterparts/vasp/travel-address' },
  vaspInquiry: { method: 'POST', path: 'counterparts/vasp/inquiries' },
  vaspConfirmation: { method: 'POST', path: 'counterparts/vasp/confirmations' },
} as const
