/** Documents that belong to a person. */
export const identityDocuments: readonly string[] = ['passport', 'identity_card']

/** Every document of these kinds ends. An identity card may be valid without limit. */
export const endingDocuments: readonly string[] = ['passport']
