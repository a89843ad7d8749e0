import { badParams } from '../rpc.ts'
import { accountJson, mintOf, passes, tokenAccountOf, tokenAmount } from './accounts.ts'
import { accountAt, programAccountsAt } from './bank.ts'
import { addressOf, optionsOf, withContext, type Options, type Reads, type View } from './view.ts'

const maxAddresses = 100

export function accountReads({ state: { bank }, slotFor }: View): Reads {
  const shown = (address: unknown, options: Options) => {
    const found = accountAt(bank, addressOf(address), slotFor(options))
    return found && accountJson(found, options)
  }
  return {
    getMinimumBalanceForRentExemption: ([size]) => {
      if (typeof size !== 'number' || !Number.isInteger(size) || size < 0) throw badParams('the size must be a number')
      return bank.svm.minimumBalanceForRentExemption(BigInt(size))
    },
    getBalance: ([address, given]) => {
      const slot = slotFor(optionsOf(given))
      return withContext(slot, accountAt(bank, addressOf(address), slot)?.lamports ?? 0n)
    },
    getAccountInfo: ([address, given]) => {
      const options = optionsOf(given)
      return withContext(slotFor(options), shown(address, options))
    },
    getMultipleAccounts: ([addresses, given]) => {
      const options = { encoding: 'base64', ...optionsOf(given) }
      if (!Array.isArray(addresses) || addresses.length > maxAddresses)
        throw badParams(`name at most ${maxAddresses} addresses`)
      return withContext(
        slotFor(options),
        addresses.map((address) => shown(address, options)),
      )
    },
    getProgramAccounts: ([program, given]) => {
      const options = optionsOf(given)
      const slot = slotFor(options)
      const filters = (options['filters'] ?? []) as Parameters<typeof passes>[1]
      const found = programAccountsAt(bank, addressOf(program), slot)
        .filter((account) => passes(account, filters))
        .map((account) => ({ pubkey: account.address, account: accountJson(account, options) }))
      return options['withContext'] === true ? withContext(slot, found) : found
    },
    getTokenAccountBalance: ([address, given]) => {
      const slot = slotFor(optionsOf(given))
      const held = tokenAccountOf(accountAt(bank, addressOf(address), slot))
      if (!held) throw badParams('Invalid param: could not find account')
      const mint = mintOf(accountAt(bank, held.mint, slot))
      return withContext(slot, tokenAmount(held.amount, mint?.decimals ?? 0))
    },
    getTokenSupply: ([address, given]) => {
      const slot = slotFor(optionsOf(given))
      const mint = mintOf(accountAt(bank, addressOf(address), slot))
      if (!mint) throw badParams('Invalid param: could not find mint')
      return withContext(slot, tokenAmount(mint.supply, mint.decimals))
    },
  }
}
