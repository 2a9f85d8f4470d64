import { randomBytes } from 'node:crypto'
import type { operations } from '#schemas/generated/api/multimedia.ts'
import { notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'

const PURPOSE = 'multimedia'
const LIFE_MS = 5 * 60_000

/** /multimedia: the way to the cameras. */
export function multimediaHandlers({ store, rights, settings, now }: Parts): HandlersOf<operations> {
  return {
    async getMultimediaToken({ host, session: { userId } }) {
      if (settings.of(host).flags.MULTIMEDIA_SUPPORT !== true) throw notFound()
      // spec 1 §6: what a camera sees is no administrator's business.
      if (await rights.isAdmin(userId)) throw new Failure(403, [{ errorCode: 'ACCESS_DENIED_CAMERA' }])
      const accessToken = randomBytes(32).toString('base64url')
      const expiresAt = now() + LIFE_MS
      await store.tokens.replace({ token: accessToken, purpose: PURPOSE, subject: userId, expiresAt })
      return { accessToken, expiresAt: new Date(expiresAt).toISOString() }
    },
  }
}
