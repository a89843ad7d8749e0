/**
 * Points at which a test may kill the process, to show that nothing is lost or done twice. Each is between two durable
 * steps.
 */
export const faultPoints = [
  'intent.marked', // the intent is marked as sent; nothing has left yet
  'intent.sent', // the outside system has answered; the answer is not stored yet
  'intent.settled', // the outcome is booked
  'payout.batched', // payouts are grouped into a payment order, with its intent
  'payout.booked', // the bank's entry has completed a payout
  'wire.booked', // a bank file has been imported
  'wire.credited', // a wire has been credited to its institution
  'chain.assigned', // a transaction has its nonce
  'chain.signed', // its bytes are stored; nothing has left yet
  'chain.sent', // the node has answered; the answer is not stored yet
  'chain.final', // a transaction of ours is final
  'chain.watched', // the movements of a chain are stored
  'mint.requested', // a mint is stored, with its money held
  'mint.enqueued', // its operation is queued for the chain
  'mint.booked', // its coins are final on the chain and booked
  'mint.settled', // its coins are available to the institution
  'conversion.sent', // crypto has arrived at the provider and is booked
  'redemption.booked', // its coins are burned finally on the chain, and it is booked
  'deposit.booked', // a deposit is final on the chain and booked
  'deposit.credited', // a deposit has been credited to its institution
  'withdrawal.enqueued', // its operation is queued for the chain
  'order.held', // an order for a venue's quotes is stored, with the money of both sides held
  'order.asked', // the venues have answered; the answers are not stored yet
  'order.ended', // such an order is filled or rejected
  'execution.taken_over', // the house takes over an execution whose order was not filled
  'payment.received', // a payment over a rail is stored and booked
  'payment.settled', // the provider's wire has arrived, and its money is moved to the reserve
  'payment.enqueued', // its operation is queued for the chain
  'payment.booked', // its coins are final on the chain and booked
  'payment.burned', // its coins are burned finally on the chain, and it is booked
  'payment.paid', // the bank has paid or refused the fiat, and the payment has that state
  'payment.returned', // a payment that could not be served was returned, and that is booked
  'withdrawal.booked', // the chain has sent the coins or never will, and it is booked
] as const

export type FaultPoint = (typeof faultPoints)[number]
export type Fault = `${FaultPoint}:${'before' | 'after'}`

/** What the test constant `fault` may be. */
export const faults = faultPoints.flatMap((point): Fault[] => [`${point}:before`, `${point}:after`])

type FaultConfig = { readonly config: { readonly fault: Fault | null } }

/** Runs `work` between its two fault points; without a fault it only runs `work`. */
export async function withFaultPoint<T>(
  { config }: FaultConfig,
  point: FaultPoint,
  work: () => Promise<T>,
): Promise<T> {
  if (config.fault === `${point}:before`) die()
  const result = await work()
  if (config.fault === `${point}:after`) die()
  return result
}

/** Like a power cut: no handler runs, nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
