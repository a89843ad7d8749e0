import type { RowOf } from '../../api/use-call.ts'

export const railTypes: Record<RowOf<'rails'>['railtype'], string> = {
  FiatToStablecoin: 'Bank to wallet',
  StablecoinToFiat: 'Wallet to bank',
}
