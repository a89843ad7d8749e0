import { useCall } from '../../api/use-call.ts'

/** The number of waiting items by kind, for the navigation and the queue. */
export const useCounts = () => useCall('queue', { limit: '1' }).data?.counts ?? []
