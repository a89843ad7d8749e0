import { usePlaceIn } from '../app/place.ts'

/** Turns the address of a page, as the service tells it, into one of this app; null where there is no such page yet. */
export const usePlace = usePlaceIn
