/** The job that reads the sources of lists. */
export const jobName = 'compliance.lists'
