import type { Response } from '#schemas/generated/channel.ts'

/** Answers of the channel itself; codes are read like those of HTTP, as the gateway's own are. */
export const notAuthorized = (id: string): Response => ({ id, code: 403, message: 'Not authorized' })
/** The sub-role has no permission for the command (spec 1 §6). */
export const notAllowed = (id: string): Response => ({ id, code: 403, message: 'You may not do this' })
export const unknownCommand = (id: string): Response => ({
  id,
  code: 404,
  message: 'There is no such command',
})
export const gatewayOffline = (id: string): Response => ({ id, code: 503, message: 'The gateway is offline' })
/** What the owner has given does not hold it (decision 0190). */
export const outsideLimits = (id: string): Response => ({
  id,
  code: 403,
  message: 'The owner of this home has not shared this with you',
})
/** It is shared, but not at this time; HTTP says until when. */
export const outsideHours = (id: string): Response => ({
  id,
  code: 403,
  message: 'Outside the hours at which this home is shared with you',
})
