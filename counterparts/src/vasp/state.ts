import type { VaspName } from './behaviour.ts'

// The exchanges of the VASP, in both directions, and the messages that it still has to send.

/** Someone pays a customer of this VASP. */
export type Inbound = {
  readonly id: string
  readonly vasp: VaspName
  readonly requestId: string
  readonly version: string
  /** Answered again when the request is repeated. */
  readonly reply: { readonly status: number; readonly body: string }
  readonly callback: string
  readonly asset: unknown
  /** The digits as they were sent. */
  readonly amount: string
  readonly originators: readonly string[]
  readonly beneficiaries: readonly string[]
  readonly wallet: string
  /** In the callback of the approval. */
  readonly token: string
  confirmation: { readonly txid?: string; readonly canceled?: string | null } | null
}

/** A customer of this VASP pays someone. */
export type Outbound = {
  readonly id: string
  readonly vasp: VaspName
  readonly url: string
  /** In the callback of the inquiry. */
  readonly token: string
  decision: Decision | null
}

export type Decision = { readonly approved?: { address: string; callback: string }; readonly rejected?: string | null }

/** A message that must be sent; the same request id is kept when it is repeated. */
export type Delivery = {
  readonly id: string
  readonly exchange: string
  readonly what: string
  readonly url: string
  readonly version: string
  readonly body: string
  /** In settlement time. */
  readonly dueAt: string
  tries: number
  /** Wall time in milliseconds. */
  notBefore: number
}

/** The end of a delivery. The status is null if it was never answered. */
export type Sent = { readonly exchange: string; readonly what: string; readonly status: number | null }

export type Event =
  | { type: 'inquiry'; exchange: Inbound; deliveries: Delivery[] }
  | { type: 'confirmed'; id: string; confirmation: NonNullable<Inbound['confirmation']> }
  | { type: 'inquired'; exchange: Outbound; deliveries: Delivery[] }
  | { type: 'decided'; id: string; decision: Decision }
  | { type: 'confirming'; deliveries: Delivery[] }
  | { type: 'failed'; id: string; notBefore: number }
  | { type: 'sent'; id: string; status: number | null }

export type State = {
  inbound: Map<string, Inbound>
  outbound: Map<string, Outbound>
  deliveries: Map<string, Delivery>
  sent: Sent[]
}

export const newState = (): State => ({ inbound: new Map(), outbound: new Map(), deliveries: new Map(), sent: [] })

/** The only code that changes the state, from the event alone. Replaying the log gives the same state. */
export function apply(state: State, event: Event): void {
  if ('deliveries' in event) for (const delivery of event.deliveries) state.deliveries.set(delivery.id, delivery)
  switch (event.type) {
    case 'inquiry':
      state.inbound.set(event.exchange.id, event.exchange)
      break
    case 'confirmed':
      state.inbound.get(event.id)!.confirmation ??= event.confirmation
      break
    case 'inquired':
      state.outbound.set(event.exchange.id, event.exchange)
      break
    case 'decided':
      state.outbound.get(event.id)!.decision ??= event.decision
      break
    case 'failed': {
      const delivery = state.deliveries.get(event.id)!
      delivery.tries += 1
      delivery.notBefore = event.notBefore
      break
    }
    case 'sent': {
      const { exchange, what } = state.deliveries.get(event.id)!
      state.deliveries.delete(event.id)
      state.sent.push({ exchange, what, status: event.status })
    }
  }
}
