import { parseAccountId } from '@specie/payments/account.ts'
import { readCamt, type BankEntry, type Notification, type Statement } from '@specie/payments/camt.ts'
import { readPain002, writePain001, type Payment, type PaymentOrder } from '@specie/payments/pain.ts'
import { accounts, type BankAccount } from '@specie/counterparts/bank/accounts.ts'

// A customer's software, for tests: it uses only the bank's HTTP interface.

export type Listed = {
  number: number
  name: string
  type: 'camt.054' | 'camt.053' | 'mt940'
  account: string
  bytes: number
}
export type Answer = { status: number; text: string }

export type Customer = ReturnType<typeof customerOf>

export function customerOf(origin: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }

  async function call(path: string, body?: string): Promise<Answer> {
    const response = await fetch(
      `${origin}${path}`,
      body === undefined ? { headers } : { method: 'POST', body, headers },
    )
    return { status: response.status, text: await response.text() }
  }

  /** JSON both ways; a refusal is thrown in the bank's words. */
  async function json<T>(path: string, body?: unknown): Promise<T> {
    const { status, text } = await call(path, body === undefined ? undefined : JSON.stringify(body))
    if (status !== 200) throw new Error(`${status} ${(JSON.parse(text) as { error: string }).error}`)
    return JSON.parse(text) as T
  }

  const files = async (after = 0) => (await json<{ files: Listed[] }>(`/bank/v1/files?after=${after}`)).files
  const file = async (name: string) => (await call(`/bank/v1/files/${name}`)).text

  async function read<T extends Notification | Statement>(kind: T['kind'], iban: string): Promise<T[]> {
    const listed = (await files()).filter(({ type, account }) => type === kind && account === iban)
    const reports = await Promise.all(listed.map(async ({ name }) => readCamt(await file(name)) as T[]))
    return reports.flat()
  }

  const notifications = (iban: string) => read<Notification>('camt.054', iban)

  /** Waits until the account's notifications have `count` entries. */
  async function reported(iban: string, count: number): Promise<BankEntry[]> {
    while (true) {
      const entries = (await notifications(iban)).flatMap((notification) => notification.entries)
      if (entries.length >= count) return entries
    }
  }

  return {
    call,
    json,
    files,
    file,
    notifications,
    statements: (iban: string) => read<Statement>('camt.053', iban),
    told: reported,
    setClock: (settlement: string, speed = 0) => json('/bank/control/clock', { settlement, speed }),
    wire: async (wire: object) =>
      (await json<{ bankref: string }>('/bank/control/wires', { currency: 'CHF', sendername: 'Acme AG', ...wire }))
        .bankref,
    next: (ask: object) => json('/bank/control/next', ask),
    state: () => json<StateView>('/bank/control/state'),
    pay: async (xml: string) => readPain002((await call('/bank/v1/payments', xml)).text),
    status: async (messageId: string) => readPain002((await call(`/bank/v1/payments/${messageId}`)).text),
  }
}

export type StateView = {
  settlement: string
  speed: number
  accounts: { iban: string; balance: string; free: string; openday: string | null; statements: number }[]
  pending: { messageId: string; dueAt: string }[]
  held: { name: string }[]
  asked: { next: string; count: number }[]
}

export function account(purpose: BankAccount['purpose'], currency: BankAccount['currency']): BankAccount {
  return accounts.find((own) => own.purpose === purpose && own.currency === currency)!
}

/** pain.001 that pays from an account of ours; by default 100.00 from the Swiss client money to a third party. */
export function order(
  messageId: string,
  ask: { from?: BankAccount; on?: string; pay?: Partial<Payment>[]; to?: string } = {},
): string {
  const from = ask.from ?? account('client_money', 'CHF')
  const to = parseAccountId(ask.to ?? (from.currency === 'CHF' ? 'CH9300762011623852957' : '20-00-00 55779911'))!
  const payments = (ask.pay ?? [{}]).map((payment, index): Payment => ({
    endToEndId: `${messageId}-E${index + 1}`,
    instructionId: `${messageId}-I${index + 1}`,
    amount: 100_00n,
    currency: from.currency,
    creditor: { name: 'Alder and Wren', account: to, bic: null, address: { country: 'CH', town: 'Zug' } },
    remittance: null,
    reference: null,
    ...payment,
  }))
  const paid: PaymentOrder = {
    messageId,
    createdAt: new Date(0),
    initiator: 'Specie',
    debtor: { name: from.name, account: { kind: 'iban', iban: from.iban }, bic: from.bic },
    executionDate: ask.on ?? '2026-03-31',
    batchId: `${messageId}-B`,
    payments,
  }
  return writePain001(paid)
}
