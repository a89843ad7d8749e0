type Held = { hold?: { reason: string } | null }

/** Whether it waits for a second person of the institution, not for our review. */
export const waitsForOwn = ({ hold }: Held): boolean => hold?.reason === 'approval_required'

/** Whether our staff review it. */
export const isUnderReview = (one: Held): boolean => one.hold != null && !waitsForOwn(one)

/** An item that waits for a second approver has the state of the request. Our own review has another state. */
export const needsApproval = 'waiting'

export const shownStatus = (one: Held & { status: string }): string => (waitsForOwn(one) ? needsApproval : one.status)
