import { bank, type Case, mints, redeems, toBank, toWallet, wallet } from './late.ts'

// Mints, redemptions and withdrawals at the states in which a hold can still stop them.

/** Requested only. */
export const waiting: Case[] = [
  {
    name: 'a fiat withdrawal just asked for',
    kind: 'withdrawal',
    at: 'requested',
    answer: 'held',
    bring: toBank,
    outside: bank,
    ends: 'completed',
    refused: 'rejected',
  },
  {
    name: 'a coin withdrawal just asked for',
    kind: 'withdrawal',
    at: 'requested',
    answer: 'held',
    bring: toWallet,
    outside: wallet,
    ends: 'completed',
    refused: 'rejected',
  },
]

/** Waiting for chain or bank, unsigned. */
export const inLine: Case[] = [
  {
    name: 'a mint to a wallet, in line',
    kind: 'mint',
    at: 'sending',
    answer: 'held',
    bring: (one) => mints(one, { destination: 'vault' }),
    outside: wallet,
    ends: 'settled',
    refused: 'rejected',
  },
  {
    name: 'a mint to the balance, in line',
    kind: 'mint',
    at: 'sending',
    answer: 'held',
    bring: mints,
    ends: 'settled',
    refused: 'rejected',
  },
  {
    name: 'a redemption, in line',
    kind: 'redemption',
    at: 'burning',
    answer: 'held',
    bring: redeems,
    ends: 'settled',
    refused: 'rejected',
  },
  {
    name: 'a fiat withdrawal, in no order yet',
    kind: 'withdrawal',
    at: 'sending',
    answer: 'held',
    bring: toBank,
    outside: bank,
    ends: 'completed',
    refused: 'rejected',
  },
]

/** In the hours of their settlement. */
export const settling: Case[] = [
  {
    name: 'a coin withdrawal in its three hours',
    kind: 'withdrawal',
    at: 'travel_rule',
    answer: 'held',
    bring: toWallet,
    outside: wallet,
    ends: 'completed',
    refused: 'rejected',
  },
  {
    name: 'a mint whose coins exist and are not settled',
    kind: 'mint',
    at: 'confirming',
    and: 'booked_at is not null',
    answer: 'partly',
    bring: mints,
    ends: 'settled',
    refused: 'settled',
  },
  {
    name: 'a redemption that is burned and not settled',
    kind: 'redemption',
    at: 'paying',
    answer: 'partly',
    bring: redeems,
    ends: 'settled',
    refused: 'settled',
  },
]
