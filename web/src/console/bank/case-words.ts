/** What each kind of case means, and what to do about it. */
export const caseWords: Record<string, { title: string; cure: string }> = {
  sequence_gap: {
    title: 'Bank files are missing',
    cure: 'Ask the bank for the missing files. The case closes by itself when they come; until then a file can be taken by hand.',
  },
  duplicate_sequence: {
    title: 'Two bank files have the same number',
    cure: 'Ask the bank which of the two counts. Nothing of the second one was booked.',
  },
  balance_break: {
    title: 'The bank’s balances do not match its entries',
    cure: 'Ask the bank for a corrected statement. The amounts are in the smallest unit of the currency.',
  },
  entry_differs: {
    title: 'The bank reports an entry in two ways',
    cure: 'Ask the bank which one is right. The first one is booked.',
  },
  unmatched_entry: {
    title: 'A bank entry without a known purpose',
    cure: 'Ask the bank what it is. If the bank never booked it, propose to undo it.',
  },
  unclear_entry: {
    title: 'An unclear bank entry',
    cure: 'See the unclear lines: match it with a known entry, or book it as a new movement.',
  },
  missing_in_notification: {
    title: 'A bank entry without a notification',
    cure: 'It is in a statement and in no notification. The case closes by itself when the notification comes.',
  },
  missing_in_statement: {
    title: 'A notified entry is missing on the statement',
    cure: 'The bank notified it and left it out of the statement. Ask the bank; if it never booked it, propose to undo it.',
  },
  recall: {
    title: 'The sender recalls a wire',
    cure: 'We are sending it back, or have frozen it. Stop one of the two.',
  },
  deposit_return: {
    title: 'A deposit could not be returned, or is gone from its chain',
    cure: 'See what the chain says, then try once more from the page of the deposit.',
  },
  return_failed: {
    title: 'A wire could not be sent back',
    cure: 'Ask the sender for an account, or try once more from the page of the wire.',
  },
  unreadable_file: {
    title: 'An unreadable bank file',
    cure: 'Ask the bank for it again. Nothing of it was booked.',
  },
  venue_position: {
    title: 'A venue reports another position',
    cure: 'Compare the trades of the day with the provider.',
  },
  provider_statement: {
    title: 'A statement of the conversion provider differs',
    cure: 'Compare the conversions of the day with the provider.',
  },
  rail_payout: {
    title: 'A rail payment is escalated',
    cure: 'Open the payment and let it go on when what stood in the way is gone. If it can go neither on nor back, propose to credit it.',
  },
  unassigned_deposit: {
    title: 'A deposit without an owner',
    cure: 'Open the deposit and propose whose it is.',
  },
  deposit_collection: {
    title: 'A deposit could not be collected',
    cure: 'Open the deposit and collect it once more when what stood in the way is gone.',
  },
  sweep_failed: {
    title: 'A transfer between our own accounts has failed',
    cure: 'See the payout for the reason of the bank. The next one is made by itself.',
  },
  provider_payment: {
    title: 'A payment to the conversion provider has failed',
    cure: 'See the payout for the reason of the bank.',
  },
  manual_mismatch: {
    title: 'A manual file differs from the bank',
    cure: 'See the files. If the bank never wrote it, propose to retract it.',
  },
  closing_payout: {
    title: 'A balance of an offboarded institution cannot be paid out',
    cure: 'See why. It is tried again; to pay it elsewhere, propose the offboarding once more.',
  },
  left_anyway: {
    title: 'A payment of a suspended institution could not be stopped',
    cure: 'It ends by itself. See whether the authorities must be told.',
  },
  not_asked_for: {
    title: 'A payout without a request was stopped',
    cure: 'Nothing was sent. Find out who has the login of the database. If it is genuine, place a hold on what it is for and reject it.',
  },
}

export const caseTitle = (kind: string): string => caseWords[kind]?.title ?? kind.replaceAll('_', ' ')
