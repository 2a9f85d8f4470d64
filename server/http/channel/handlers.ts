import type { operations } from '#schemas/generated/api/channel.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** /channel: the way to the message channel. */
export function channelHandlers({ channel }: Parts): HandlersOf<operations> {
  return {
    async channelToken({ session }) {
      const { token, sessionKey, userId, expiresAt, wait } = await channel.issueToken(session)
      return {
        token,
        sessionKey,
        userId,
        expiresAt: new Date(expiresAt).toISOString(),
        ...(wait > 0 && { wait: Math.ceil(wait) }),
      }
    },
  }
}
