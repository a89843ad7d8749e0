// The published values of UAT. Production refuses each of them.

/** Secrets of the simulated counterparts. */
export const uatSecrets = {
  provider: 'uat-provider-test-secret',
  liquidity: 'uat-liquidity-test-secret',
  personalData: Buffer.from('uat-personal-data-key-for-tests!').toString('base64'),
} as const

/** The accounts of the simulated provider and of the issuer of UAT. */
export const uatAccounts: Readonly<Record<'provider' | 'issuer', readonly string[]>> = {
  provider: ['CH3608998000020020010', 'GB35UATB04008020000011'],
  issuer: ['CH6908998000030030010', 'GB83UATB04008030000041'],
}
