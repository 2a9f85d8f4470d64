import { partOf } from '#lib/part.ts'

/**
 * What tells in a row how a device is: it needs the widgets, which most lists do without. A list of devices brings it before
 * it is drawn (`screens/list/live/late.ts`); no other row has a device.
 */
export const liveCells = partOf(() => import('./drawn.ts'))
