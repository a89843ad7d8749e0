/** The job that keeps the allow lists as they should be. */
export const allowListJob = 'chains.allow_list'
