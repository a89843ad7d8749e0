/** What each kind of case means, and what to do. */
export const caseWords: Record<string, { title: string; cure: string }> = {
  sequence_gap: {
    title: 'Bank files are missing',
    cure: 'Ask the bank for the missing files. The case closes automatically when they arrive; until then you can import a file manually.',
  },
  duplicate_sequence: {
    title: 'Two bank files have the same number',
    cure: 'Ask the bank which one is valid. The second one is not booked.',
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
    title: 'An entry of the bank without a purpose',
    cure: 'Ask the bank what it is. If the bank never booked it, request its reversal.',
  },
  unclear_entry: {
    title: 'An unclear entry of the bank',
    cure: 'Open the unclear lines. Match it with a known entry, or book it as a separate movement.',
  },
  missing_in_notification: {
    title: 'An entry without a notification from the bank',
    cure: 'It is in a statement, but in no notification. The case closes automatically when the notification arrives.',
  },
  missing_in_statement: {
    title: 'An entry that is missing in the statement',
    cure: 'The bank sent a notification of it, but the statement does not have it. Ask the bank; if it never booked it, request its reversal.',
  },
  recall: {
    title: 'The sender recalls a wire',
    cure: 'We are returning the wire, or have frozen it. Stop either the recall or our return.',
  },
  deposit_return: {
    title: 'A deposit cannot be returned, or disappeared from its chain',
    cure: 'Check the chain, then try again on the page of the deposit.',
  },
  return_failed: {
    title: 'A wire could not be returned',
    cure: 'Ask the sender for an account, or try again on the page of the wire.',
  },
  unreadable_file: {
    title: 'An unreadable bank file',
    cure: 'Ask the bank to send it again. Nothing of it is booked.',
  },
  venue_position: {
    title: 'A venue reports a different position',
    cure: 'Compare the trades of the day with the venue.',
  },
  provider_statement: {
    title: 'A statement of the conversion provider differs',
    cure: 'Compare the conversions of the day with the provider.',
  },
  rail_payout: {
    title: 'A rail payment is escalated',
    cure: 'Open the payment and resume it once the cause is resolved. If it can neither continue nor be returned, request a credit.',
  },
  unassigned_deposit: {
    title: 'A deposit without an owner',
    cure: 'Open the deposit and request the assignment of an owner.',
  },
  deposit_collection: {
    title: 'A deposit could not be collected',
    cure: 'Open the deposit and collect it again once the cause is resolved.',
  },
  sweep_failed: {
    title: 'A transfer between our own accounts has failed',
    cure: 'The payout shows the bank’s reason. The service makes the next transfer automatically.',
  },
  provider_payment: {
    title: 'A payment to the conversion provider has failed',
    cure: 'The payout shows the bank’s reason.',
  },
  manual_mismatch: {
    title: 'A file imported manually differs from the bank',
    cure: 'Compare the files. If the bank never wrote it, request its retraction.',
  },
  closing_payout: {
    title: 'A balance of an offboarded institution cannot be paid out',
    cure: 'Check the reason. The service tries again; to pay it elsewhere, request the offboarding again.',
  },
  left_anyway: {
    title: 'A payment of a suspended institution could not be stopped',
    cure: 'It ends automatically. Check whether you must notify the authorities.',
  },
  allow_list: {
    title: 'An allow list could not be changed on its chain',
    cure: 'The reason is the chain’s: usually the contract lacks the list, or our key its role. The service tries again automatically.',
  },
  not_asked_for: {
    title: 'A payout without a request was stopped',
    cure: 'Nothing was sent. Find out who uses the login of the database. If the payout is genuine, place a hold on its purpose and reject it.',
  },
}

export const caseTitle = (kind: string): string => caseWords[kind]?.title ?? kind.replaceAll('_', ' ')
