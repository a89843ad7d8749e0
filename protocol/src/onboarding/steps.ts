// The steps of an institution to its first coins. Portal and console show the same ones.

export const stepCodes = ['application', 'review', 'agreements', 'people', 'pay_in', 'coins', 'confirm'] as const
export type StepCode = (typeof stepCodes)[number]

/** `by`: who acts next in it. */
export type Step = { readonly code: StepCode; readonly by: 'institution' | 'staff'; readonly done: boolean }

/** The step that waits now; undefined once all are done. */
export const nextStep = <S extends Step>(steps: readonly S[]): S | undefined => steps.find(({ done }) => !done)
