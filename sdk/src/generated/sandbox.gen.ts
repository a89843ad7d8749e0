// Made by `npm run generate` from the calls of protocol/; do not edit.
import type { Amount } from '../decimal.ts'
import type { Call } from '../call/call-types.ts'

export type SandboxInstitutionsRequest = {
  name: string
  /** P-256, SPKI DER in base64. */
  publickey?: string | undefined
  /** The state that its KYB case is taken to. */
  kyb?: 'draft' | 'submitted' | 'screening' | 'edd_required' | 'in_review' | 'info_requested' | 'approved' | 'periodic_review' | 'review_overdue' | 'suspended' | 'rejected' | 'offboarded' | undefined
  /** Those that are active; all of them by default. */
  agreements?: ('stablecoin_issuance' | 'crypto_conversion')[] | undefined
  /** How far a nonce may lie from the time of the service. */
  nonce_window_ms?: number | null | undefined
}

export type SandboxInstitutionsAnswer = {
  institutionid: string
  name: string
  publickey: string
  /** PKCS #8 PEM; once, and only when no public key was sent. */
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
  /** By default the institution itself; another name makes it a third party. */
  sendername?: string | undefined
  /** By default the institution’s own; empty: none, so that its owner is unknown. */
  reference?: string | undefined
  /** Its sender’s bank asks for it back later. */
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
  /** Empty when it was not signed within a few seconds. */
  txid: string
  address: string
}

export type SandboxPaymentsRequest = {
  railid: string
  /** Fiat over an on-ramp, coins over an off-ramp. */
  amount: Amount
  /** Over an on-ramp: by default the rail’s own; another one makes it a payment in the wrong currency. */
  currency?: 'CHF' | 'GBP' | undefined
  /** Over an on-ramp: by default the rail’s sender; another name makes it a payment from a third party. Coins carry no name. */
  sendername?: string | undefined
  /** Over an off-ramp: by default the rail’s own coin. */
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  /** Over an off-ramp: by default the rail’s own chain. */
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
  /** So many payments of the same amount. */
  count?: number | undefined
}

export type SandboxPaymentsAnswer = {
  railid: string
  /** For an on-ramp: what the provider has received. */
  arrivals?: unknown[] | undefined
  /** For an off-ramp: where the coins were sent. */
  address?: string | undefined
  /** For an off-ramp: the transactions that sent them. */
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
  /** The service provider that hosts it; without one it is the institution’s own wallet. */
  vasp?: string | undefined
  /** Where that provider takes Travel Rule data; without it, an address of UAT. */
  travel_address?: string | undefined
  /** `missing`: it waits for the Travel Rule data of its provider and cannot be used. */
  travel_rule?: 'complete' | 'missing' | undefined
  /** Keeps it in its cooling-off, which ends after a day of settlement time. */
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
  /** Pay there even if the bank answers `no_match`. */
  accept?: boolean | undefined
}

export type SandboxBankAccountsAnswer = {
  bankaccountid: string
  label: string
  /** What the bank says of the name; null where no bank is asked. */
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
  /** It stays until it is set again; without this it expires after a minute. */
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
  /** The reason; null: it trades again. */
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
    /** Why it is not used; null: it is. */
    doubt: string | null
  }[]
}

export type SandboxRefreshRatesRequest = Record<string, never>

export type SandboxRefreshRatesAnswer = {
  rates: {
    symbol: string
    price: string
    at: string
    /** Why it is not used; null: it is. */
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
  /** `held`, or `partly` where something can no longer be stopped. */
  status: string
  /** What can no longer be stopped. */
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
  /** The address that a deposit goes back to. */
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
  /** The time has passed, and everything that fell due is done. */
  done: boolean
  /** Seconds that are left: send them again. */
  remaining: number
}

export type SandboxResetClockRequest = Record<string, never>

export type SandboxResetClockAnswer = {
  /** ISO 8601, UTC, with milliseconds. */
  settlement: string
  /** ISO 8601, UTC, with milliseconds. */
  wall: string
  speed: number
  /** The time has passed, and everything that fell due is done. */
  done: boolean
  /** Seconds that are left: send them again. */
  remaining: number
}

export type SandboxScenariosRequest = Record<string, never>

export type SandboxScenariosAnswer = {
  scenarios: {
    /** A state machine, a counterpart, `calls`, `chains` or `clock`. */
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
  /** So many blocks. */
  depth: number
  transactions?: 'keep' | 'forget' | undefined
}

export type SandboxChainReorgAnswer = Record<string, unknown>

export type SandboxChainRevertNextRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** So many transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainRevertNextAnswer = {
  armed: Record<string, unknown>
}

export type SandboxChainDropNextRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** So many transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainDropNextAnswer = {
  armed: Record<string, unknown>
}

export type SandboxChainAcceptThenErrorRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** So many transactions; one by default. */
  count?: number | undefined
}

export type SandboxChainAcceptThenErrorAnswer = {
  armed: Record<string, unknown>
}

export type SandboxChainTimeoutNextRequest = {
  /** A chain: `ETH`, `SOL`, `BTC` … */
  code: string
} & {
  /** So many transactions; one by default. */
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
    /** Null: its node does not answer. */
    height: number | null
    final: number | null
  }[]
}

export type SandboxExplorerChainRequest = {
  /** A chain, in capitals or not. */
  chain: string
} & {
  /** Blocks below this height: `next` of the page before. */
  below?: number | undefined
}

export type SandboxExplorerChainAnswer = {
  chain: string
  /** The names of the addresses that are ours or of a coin. */
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
    /** What it does, in a word or two. */
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
    /** What it does, in a word or two. */
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
  /** The names of the addresses that are ours or of a coin. */
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
  /** What it does, in a word or two. */
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
  /** The names of the addresses that are ours or of a coin. */
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
    /** What it does, in a word or two. */
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
  /** The names of the addresses that are ours or of a coin. */
  names: Record<string, unknown>
  /** What it is for us. */
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
  /** What it does wrong next: see `misbehaviours` of `GET counterparts/{name}`. */
  next?: string | undefined
  /** An ISO 20022 reason such as AC04. */
  reason?: string | null | undefined
  /** So many times; once by default. */
  count?: number | null | undefined
  /** How late. */
  seconds?: number | null | undefined
  /** The wire that is recalled. */
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
  /** What it does wrong next: see `misbehaviours` of `GET counterparts/{name}`. */
  next?: string | undefined
  symbol?: string | undefined
  price?: Amount | undefined
  /** The rate stays. */
  frozen?: boolean | undefined
  stale?: boolean | undefined
  /** So many times; once by default. */
  count?: number | null | undefined
  /** How late. */
  seconds?: number | null | undefined
  /** The reference of the collection that is paid into. */
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
  /** What it does wrong next: see `misbehaviours` of `GET counterparts/{name}`. */
  next?: string | undefined
  symbol?: string | undefined
  bids?: string[][] | undefined
  asks?: string[][] | undefined
  /** So many times; once by default. */
  count?: number | null | undefined
  seconds?: number | null | undefined
}

export type SandboxVenueAnswer = {
  [name: string]: unknown
}

/** A method for each call of the sandbox. */
export interface SandboxCalls {
  /** Onboard an institution. Creates an institution with a KYB case of invented data, on which simulated officers decide, signs its agreements and registers its key. Without `publickey` it makes a pair and returns the private key once. */
  institutions: Call<SandboxInstitutionsRequest, SandboxInstitutionsAnswer>
  /** Create a person who can sign in. Somebody of an institution, or of the staff, who can sign in to the portal or the console at once, with password and authenticator app. Whoever has the email already gets new ones. */
  people: Call<SandboxPeopleRequest, SandboxPeopleAnswer>
  /** Send a wire. A wire arrives at the bank of UAT and is imported from its statement, as in production: let some time pass with `clock/advance`, then it is credited. */
  wires: Call<SandboxWiresRequest, SandboxWiresAnswer>
  /** Send coins or crypto. Real tokens or coins arrive at the institution’s deposit address on a chain of UAT. */
  deposits: Call<SandboxDepositsRequest, SandboxDepositsAnswer>
  /** Pay over a rail. Money arrives over a rail: fiat at the provider for an on-ramp, coins on a chain for an off-ramp. */
  payments: Call<SandboxPaymentsRequest, SandboxPaymentsAnswer>
  /** Resume a payment that failed. Staff send a failed payment again. */
  resumePayment: Call<SandboxResumePaymentRequest, SandboxResumePaymentAnswer>
  /** Credit a payment that failed. Two people of the staff credit what is left of a payment that waits for a person to its institution. */
  creditPayment: Call<SandboxCreditPaymentRequest, SandboxCreditPaymentAnswer>
  /** Suspend a rail. Money that arrives over it waits. */
  suspendRail: Call<SandboxSuspendRailRequest, SandboxSuspendRailAnswer>
  /** Resume a rail. Two simulated officers agree that it is used again. */
  resumeRail: Call<SandboxResumeRailRequest, SandboxResumeRailAnswer>
  /** Close a rail. For good: money that still arrives goes back. */
  closeRail: Call<SandboxCloseRailRequest, SandboxCloseRailAnswer>
  /** Whitelist a wallet. Whitelists an address through the real flow: screening, proof, Travel Rule data. Its cooling-off of a day is skipped unless you ask for it. */
  addresses: Call<SandboxAddressesRequest, SandboxAddressesAnswer>
  /** Revoke a wallet. For good. What waits to be sent there is rejected. */
  revokeAddress: Call<SandboxRevokeAddressRequest, SandboxRevokeAddressAnswer>
  /** Suspend a wallet. What is to be sent there waits. */
  suspendAddress: Call<SandboxSuspendAddressRequest, SandboxSuspendAddressAnswer>
  /** Reinstate a wallet. A suspended wallet can be used again. */
  reinstateAddress: Call<SandboxReinstateAddressRequest, SandboxReinstateAddressAnswer>
  /** Register a bank account. Registers an account to be paid to, through the real checks of number and name. */
  bankAccounts: Call<SandboxBankAccountsRequest, SandboxBankAccountsAnswer>
  /** Disable a bank account. For good. What waits to be paid there is rejected. */
  disableBankAccount: Call<SandboxDisableBankAccountRequest, SandboxDisableBankAccountAnswer>
  /** Set the book of a pair. Exactly these levels, for a minute or for good. With the symbol alone the pair has the market’s book again. */
  liquidity: Call<SandboxLiquidityRequest, SandboxLiquidityAnswer>
  /** Take a pair off the market, or put it back. A halted pair answers `pair_offline` to orders and `halted` to quotes. */
  pairs: Call<SandboxPairsRequest, SandboxPairsAnswer>
  /** Reference rates. Those in use, and those in doubt with the reason. */
  rates: Call<SandboxRatesRequest, SandboxRatesAnswer>
  /** Ask for the reference rates now. The sources are asked at once, and the answer says which rates are in doubt. */
  refreshRates: Call<SandboxRefreshRatesRequest, SandboxRefreshRatesAnswer>
  /** Hold something for review. On the next mint, withdrawal and so on of an institution, or on one that is under way. Its clients see `held`, since when, and which kind of review. */
  holds: Call<SandboxHoldsRequest, SandboxHoldsAnswer>
  /** Release a hold. Two simulated officers decide, through the real four-eyes process; what was held goes on. */
  releaseHold: Call<SandboxReleaseHoldRequest, SandboxReleaseHoldAnswer>
  /** Reject what is held. Two simulated officers decide, through the real four-eyes process; what was held is refused. A deposit goes back to `return_to`, or else to its sender, or else to somebody outside. */
  rejectHold: Call<SandboxRejectHoldRequest, SandboxRejectHoldAnswer>
  /** Freeze what is held. Two simulated officers decide, through the real four-eyes process; a wire or deposit stays with the service, frozen. */
  freezeHold: Call<SandboxFreezeHoldRequest, SandboxFreezeHoldAnswer>
  /** The two clocks. Settlement time, which the sandbox moves, and wall time, on which nonces, rates and signatures stay. */
  clock: Call<SandboxClockRequest, SandboxClockAnswer>
  /** Let settlement time pass. Every timer that falls due goes off, in its order, and the chains make blocks. It answers when all of that is done, or after fifty seconds with what is left. */
  advanceClock: Call<SandboxAdvanceClockRequest, SandboxAdvanceClockAnswer>
  /** Settlement time is wall time again. Nothing that has happened is undone. */
  resetClock: Call<SandboxResetClockRequest, SandboxResetClockAnswer>
  /** How to reach every state. Every situation that UAT can produce, with the call that produces it. Words in braces are yours to fill in. */
  scenarios: Call<SandboxScenariosRequest, SandboxScenariosAnswer>
  /** Mine blocks now. So many blocks at once. */
  chainMine: Call<SandboxChainMineRequest, SandboxChainMineAnswer>
  /** Stop a chain. No blocks until `resume`. */
  chainStall: Call<SandboxChainStallRequest, SandboxChainStallAnswer>
  /** Let a chain run again. Blocks again. */
  chainResume: Call<SandboxChainResumeRequest, SandboxChainResumeAnswer>
  /** Drop the last blocks. Their transactions are mined again, or with `transactions: "forget"` lost. */
  chainReorg: Call<SandboxChainReorgRequest, SandboxChainReorgAnswer>
  /** Let the next transactions fail. They are mined, and fail on the chain. */
  chainRevertNext: Call<SandboxChainRevertNextRequest, SandboxChainRevertNextAnswer>
  /** Let the next transactions vanish. They are taken, and never mined. */
  chainDropNext: Call<SandboxChainDropNextRequest, SandboxChainDropNextAnswer>
  /** Accept the next transactions, and answer with an error. The service must find out that they were accepted. */
  chainAcceptThenError: Call<SandboxChainAcceptThenErrorRequest, SandboxChainAcceptThenErrorAnswer>
  /** Accept the next transactions, and do not answer. The connection ends without an answer. */
  chainTimeoutNext: Call<SandboxChainTimeoutNextRequest, SandboxChainTimeoutNextAnswer>
  /** The chains that run. Each with its height, and the height that is final. */
  explorerChains: Call<SandboxExplorerChainsRequest, SandboxExplorerChainsAnswer>
  /** A chain. Its newest blocks and transactions, decoded. */
  explorerChain: Call<SandboxExplorerChainRequest, SandboxExplorerChainAnswer>
  /** A block. With its transactions, decoded. */
  explorerBlock: Call<SandboxExplorerBlockRequest, SandboxExplorerBlockAnswer>
  /** A transaction. What it does, decoded: every txid of the API can be looked up here. */
  explorerTx: Call<SandboxExplorerTxRequest, SandboxExplorerTxAnswer>
  /** An address. What it holds, its transactions, and what it is for us. */
  explorerAddress: Call<SandboxExplorerAddressRequest, SandboxExplorerAddressAnswer>
  /** What a counterpart does and has done. Its state, and everything that it can be told to do wrong, with what that means. */
  counterpart: Call<SandboxCounterpartRequest, SandboxCounterpartAnswer>
  /** What the bank does next. A misbehaviour, or the pace of its payments. One of `next`, `sweeps` and `payments`. */
  bank: Call<SandboxBankRequest, SandboxBankAnswer>
  /** What the conversion provider does next. A misbehaviour (`next`), a reference rate (`symbol`, `price`), rates that no longer change (`stale`), or a payment into a collection account (`reference`, `currency`, `amount`, `payername`). */
  provider: Call<SandboxProviderRequest, SandboxProviderAnswer>
  /** What a liquidity provider quotes, or does wrong. The book of a venue for a symbol; without levels its own book again. Or a misbehaviour. */
  venue: Call<SandboxVenueRequest, SandboxVenueAnswer>
}

/** How each call travels; what is in braces is taken from the request. */
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
} as const
