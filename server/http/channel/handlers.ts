import type { operations } from '#schemas/generated/api/channel.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** /channel: the way to the message channel. */
export function channelHandlers({ channel }: Parts): HandlersOf<operations> {
  return {
    async channelToken({ session }) {
      const { token, sessionKey, userId, expiresAt } = await channel.issueToken(session)
      return { token, sessionKey, userId, expiresAt: new Date(expiresAt).toISOString() }
    },
  }
}
