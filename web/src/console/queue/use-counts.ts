import { useCall } from '../../api/use-call.ts'

/** How much waits, by kind. The navigation and the queue show the same answer. */
export const useCounts = () => useCall('queue', { limit: '1' }).data?.counts ?? []
