export type CompanyReading = { readonly kind: 'company'; readonly name: string }
export const readCompany = (name: string): CompanyReading => ({ kind: 'company', name })
