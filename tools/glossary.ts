// The words of Specie: one for each concept, in the pages, the errors, the command line and the documentation. `npm run words`
// refuses the other words (tools/plain-words.ts), and `npm run generate` writes docs/glossary.md. Names in code and JSON are
// the contract and do not follow this table.

export type Term = {
  readonly word: string
  readonly means: string
  /** For the page: the words that this one replaces. */
  readonly not: string
  /** The refused words; without it a review holds the term, because a machine cannot tell the meanings apart. */
  readonly refused?: RegExp
  /** Refused only in files below these folders; without it in all texts that a reader sees. */
  readonly within?: readonly string[]
}

/** A label of exactly this word, between quotes or in an element. */
const label = (word: string): RegExp => new RegExp(`(?<=['"\`>]\\s*)(${word})(?=\\s*['"\`<])`, 'g')

const pages = ['web/']
const portal = ['web/src/portal/']

export const terms: readonly Term[] = [
  {
    word: 'ask',
    means: 'The price at which you can buy. The price at which you can sell is the bid.',
    not: 'offer',
    refused: /\b(bids?|best) (and|or) (an? )?offers?\b|\boffer price\b|\bis offered\b/gi,
  },
  {
    word: 'order book',
    means: 'All prices of a pair with their quantities. A venue of the API streams its own, as `ladders`.',
    not: 'ladder',
    refused: /\bladders?\b/gi,
    within: pages,
  },
  {
    word: 'bps',
    means: 'Hundredths of a percent: 25 bps are 0.25 %.',
    not: 'bp, basis points',
    refused: /\bbp\b|\bbasis points?\b/gi,
    within: pages,
  },
  {
    word: 'fee',
    means: '«Our fee» is ours, «network fee» pays the chain, «spread» is kept by the provider.',
    not: 'commission, charge',
    refused: /\bcommissions?\b/gi,
    within: ['cli/', 'docs/', 'protocol/', 'sdk/', 'web/'],
  },
  {
    word: 'received, credited',
    means: 'Money that has come in is received. It is credited when the balance has it.',
    not: 'arrived',
    refused: label('Arrived'),
    within: pages,
  },
  {
    word: 'completed',
    means: 'The end of a withdrawal, a redemption or a payment.',
    not: 'arrived, done, paid out',
  },
  {
    word: 'returned',
    means: 'Money that its sender or the balance has again.',
    not: 'goes back, sent back, comes back',
    refused: /\b(goes|go|going|went|gone|comes?|came|sent|sends?) back\b/gi,
  },
  {
    word: 'authentication code',
    means: 'The six digits of an authenticator app. In JSON `code` and `totp`.',
    not: 'TOTP, one-time code, app code, code of the app',
    refused:
      /\bTOTP\b(?! of \$| setup)|\b(one-time|authenticator|app) codes?\b|\bcodes? (of|from) (the|your) (authenticator )?app\b/gi,
  },
  {
    word: 'withdrawal address',
    means: 'An address on a chain that an institution may pay to. A wallet is the software that holds the keys of it.',
    not: 'whitelisted wallet, destination wallet',
  },
  {
    word: 'cooling-off period',
    means: 'The day after its checks in which a new address cannot be used yet.',
    not: 'cooling period, cools off',
    refused: /\bcooling (period|time)\b|\bcool(s|ed)? off\b|\bcooling-off\b(?! period)/gi,
  },
  {
    word: 'account holder',
    means: 'The owner of a bank account.',
    not: 'holder, beneficiary',
    // A column of that name is the Travel Rule's.
    refused: /(?<!\.)\bbeneficiar(y|ies)\b/gi,
  },
  {
    word: 'held',
    means:
      'A status: the item waits for a decision. Clients read «Under review», staff «On hold», and people whose own colleague must approve it read «Waiting for approval».',
    not: 'blocked, stuck',
  },
  {
    word: 'action',
    means: 'What a person can do, by their roles. In JSON `act`.',
    not: 'act',
    refused:
      /\b(an|the|this|that|each|every|any|no|these|those|which|sensitive|fresh|other|approved|following|exact) acts?\b(?! (as|for|in|on|through|by|upon)\b)/gi,
  },
  {
    word: 'request',
    means: 'What one person asks a second person to approve.',
    not: 'proposal, propose',
    refused: /\bpropos(al|als|e|es|ed|ing)\b/gi,
  },
  {
    word: 'requester, second approver',
    means: 'The two people of an approval.',
    not: 'maker, checker, four eyes, second person',
    refused: /\b(makers?|checkers?|four[- ]eyes|second (person|people))\b/gi,
  },
  {
    word: 'approve, reject',
    means: 'The two decisions on a request. In JSON `approve` and `refuse`.',
    not: 'agree, decline, refuse',
    refused: /\bapprov(e|es|ed|al|ing) (or|and) refus\w+\b/gi,
  },
  {
    word: 'release, reject',
    means: 'The decisions on a hold; incoming money can also be frozen.',
    not: 'lift, refuse',
  },
  {
    word: 'cancel',
    means: 'What a requester does with an open request. In JSON `withdraw`.',
    not: 'withdraw, take back',
    refused: /\bwithdraw(s|n|ing)? (a|an|the|your|its|their|this|that) (own )?requests?\b|\btake (it|this) back\b/gi,
  },
  {
    word: 'canceled',
    means: 'The American spelling, as in the state.',
    not: 'cancelled',
    refused: /\bcancelled\b|\bcancelling\b/gi,
  },
  {
    word: 'approve (a bank file)',
    means: 'To confirm that a manually imported file is from the bank.',
    not: 'vouch',
    refused: /\bvouch(es|ed)?\b/gi,
  },
  {
    word: 'your company',
    means: 'The institution, in the portal. In the console and in the documentation it is the institution.',
    not: 'institution',
    refused: /(?<!\b(payment|legal entity) )\binstitutions?\b/gi,
    within: portal,
  },
  {
    word: 'our team',
    means: 'Our staff, in the portal.',
    not: 'our staff',
    refused: /\b(our|the) staff\b/gi,
    within: portal,
  },
  {
    word: 'status',
    means: 'The label of a state. `state` is the column of the database.',
    not: 'State (as a label)',
    refused: label('State'),
    within: pages,
  },
  {
    word: 'active, removed',
    means: 'An account, an address or a key that can be used, and one that never can again. An agreement is in force.',
    not: 'enabled, deleted',
    refused: label('Enabled|Deleted'),
    within: pages,
  },
  {
    word: 'automatically',
    means: 'Without a person.',
    not: 'by itself',
    refused: /\bby (itself|themselves)\b/gi,
    within: pages,
  },
  {
    word: 'Your reference',
    means: 'The id that a client gives to a request: `clordid`, `clreqid`.',
    not: 'client id (in the pages)',
  },
]

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The page docs/glossary.md. */
export const glossaryPage = (note: string): string => `# Glossary
${note}

One word for each concept, in the pages, the errors, the command line and the documentation. Fields, states, paths and
commands keep their names, because programs use them.

| word | meaning | instead of |
| --- | --- | --- |
${terms.map(({ word, means, not }) => `| **${cell(word)}** | ${cell(means)} | ${cell(not)} |`).join('\n')}
`
