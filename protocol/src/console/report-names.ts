// The reports from the books. Pages read this file too, so it has no schema.

/** The period of each report. Days, months and quarters are those of UTC. */
export const reportPeriods = { holders: 'day', reserve: 'month', mica: 'quarter', outsourcing: 'day' } as const
export type ReportName = keyof typeof reportPeriods
export const reportNames = Object.keys(reportPeriods) as [ReportName, ...ReportName[]]
