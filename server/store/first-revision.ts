import { randomInt } from 'node:crypto'

/**
 * With which revision something begins that has the key of what was there before, such as a calendar of a status: a page
 * that still shows the earlier one must not match it (decision 0282). What has an id of its own begins with 1.
 */
export const firstRevision = (): number => randomInt(1, 2 ** 31)
