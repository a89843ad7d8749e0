/**
 * Moments at which a test may kill the process, to see that nothing is lost or done twice. Each is a place between two
 * durable steps; the name says what happens there.
 */
export const faultPoints = [
  'intent.marked', // the intent says «sent»; nothing has left the house
  'intent.sent', // the outside world has answered; nobody here knows yet
  'intent.settled', // the outcome is booked
  'payout.batched', // payouts are gathered into an order, with its intent
  'payout.booked', // the bank's entry has completed a payout
  'wire.booked', // a bank file has been imported
  'wire.credited', // a wire has reached its institution
  'chain.assigned', // a transaction has its nonce
  'chain.signed', // its bytes are saved; nothing has left
  'chain.sent', // the node has answered; nobody here knows yet
  'chain.final', // a transaction of ours is final
  'chain.watched', // what a chain tells is stored
  'mint.requested', // a mint is on record, with its money held
  'mint.enqueued', // its coins stand in line for the chain
  'mint.booked', // the chain has its coins finally, and the ledger knows
  'mint.settled', // its coins are the institution's
  'conversion.sent', // crypto has reached the provider, and the ledger knows
  'redemption.booked', // the chain has burned its coins finally, and the ledger knows
  'deposit.booked', // what a chain brought is final, and the ledger knows
  'deposit.credited', // a deposit has reached its institution
  'withdrawal.enqueued', // coins that leave stand in line for the chain
  'order.held', // an order for a venue's quotes is on record, with both sides' money held
  'order.asked', // the venues have answered; nobody here knows yet
  'order.ended', // such an order is filled or rejected
  'execution.taken_over', // the house stands in for an order that was not filled
  'payment.received', // what arrived over a rail is on record, and in the books
  'payment.settled', // the provider's wire has come, and its money goes ahead to the reserve
  'payment.enqueued', // a payment's coins stand in line for the chain
  'payment.booked', // the chain has its coins finally, and the ledger knows
  'payment.burned', // the chain has burned what arrived, finally, and the ledger knows
  'payment.paid', // the bank has paid what coins were worth, or did not, and the payment knows
  'payment.returned', // what could not be served has gone back, and the ledger knows
  'withdrawal.booked', // the chain has sent them, or never will, and the ledger knows
] as const

export type FaultPoint = (typeof faultPoints)[number]
export type Fault = `${FaultPoint}:${'before' | 'after'}`

/** What SPECIE_FAULT may be. */
export const faults = faultPoints.flatMap((point): Fault[] => [`${point}:before`, `${point}:after`])

type Doomed = { readonly config: { readonly fault: Fault | null } }

/** Runs `work` between its two fault points; without SPECIE_FAULT it is just `work`. */
export async function around<T>({ config }: Doomed, point: FaultPoint, work: () => Promise<T>): Promise<T> {
  if (config.fault === `${point}:before`) die()
  const result = await work()
  if (config.fault === `${point}:after`) die()
  return result
}

/** As a power cut would: no handler runs, nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
